import { z } from "zod";
import { visitors } from "../browser/visitors.ts";
import { type Account, openAccount } from "../running/account.ts";
import { newTestStack, type TestStack } from "../running/runningStack.ts";
import { expect, vi } from "vitest";
import { insideOf } from "./sql.ts";

export const hiddenThings = {
  name: "Hidden Larch",
  group: "Hidden Birch",
  destination: "https://hidden-larch.example/plan",
};

/** An account and the URL of the app. */
export interface Asker extends Account {
  readonly appUrl: string;
}

export interface ConsoleStack {
  readonly testStack: TestStack;
  readonly inside: ReturnType<typeof insideOf>;
  /** The account with one link, which has three clicks. */
  readonly ada: Asker;
  /** The account with one link in a group, which has two clicks. */
  readonly grace: Asker;
  readonly hidden: {
    readonly name: string;
    readonly code: string;
    readonly linkId: string;
    readonly accountId: string;
  };
  /** Id of ClickHouse's process before the console was first opened. */
  readonly pid: number | undefined;
  readonly open: (email: string) => Promise<Asker>;
}

/** Starts a stack with two accounts whose clicks are counted. The caller clears it. */
export async function newConsoleStack(): Promise<ConsoleStack> {
  const testStack = await newTestStack();
  await testStack.start({ env: { RATE_LIMITS: "off" } }).ready();
  const { appUrl } = testStack;
  const pid = testStack.pids()["clickhouse"];
  const open = async (email: string, name?: string) => ({ ...(await openAccount(appUrl, email, name)), appUrl });
  const ada = await open("ada@example.com");
  const grace = await open("grace@example.com", "Grace Hopper");
  const own = await ada.createLink({ name: "Of Ada" });
  const groupId = await grace.createGroup(hiddenThings.group);
  const { name, destination: originalUrl } = hiddenThings;
  const { id, code } = await grace.createLink({ name, originalUrl, groupId });
  const headers = { "user-agent": visitors.firefoxOnLinux };
  for (const visited of [own.code, own.code, own.code, code, code])
    await fetch(`${testStack.shortUrl}/${visited}`, { redirect: "manual", headers });
  await vi.waitFor(async () => {
    for (const [account, clicks] of [
      [ada, "3"],
      [grace, "2"],
    ] as const) {
      expect(await cell(account, "SELECT count() FROM clicks")).toBe(clicks);
      expect(await cell(account, "SELECT count() FROM links")).toBe("1");
      expect(await cell(account, "SELECT count() FROM daily")).not.toBe("0");
    }
    expect(await cell(grace, "SELECT links FROM groups")).toBe("1");
  }, 60_000);
  const hidden = { name, code, linkId: id, accountId: grace.id };
  return { testStack, inside: insideOf(testStack), ada, grace, hidden, pid, open };
}

export interface RunOptions {
  readonly format?: "table" | "csv" | "parquet";
  readonly signal?: AbortSignal;
}

export function post({ appUrl, tokens }: Asker, query: string, { format, signal }: RunOptions = {}): Promise<Response> {
  return fetch(`${appUrl}/api/sql`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${tokens.accessToken}` },
    body: JSON.stringify({ query, ...(format && { format }) }),
    ...(signal && { signal }),
  });
}

/**
 * Like {@link post}, but retries while the account's last query is still ending, which takes seconds on a busy machine.
 */
export async function postInTurn(...asked: Parameters<typeof post>): Promise<Response> {
  let answer = await post(...asked);
  await vi.waitUntil(
    async () => {
      if (answer.status !== 429 || !(await answer.clone().text()).includes("still ending")) return true;
      answer = await post(...asked);
      return false;
    },
    { timeout: 60_000, interval: 100 },
  );
  return answer;
}

export const result = z.object({
  data: z.object({
    columns: z.array(z.object({ name: z.string(), type: z.string() })),
    rows: z.array(z.array(z.unknown())),
    truncated: z.boolean(),
    rowsRead: z.number(),
    seconds: z.number(),
  }),
});

export async function run(account: Asker, query: string) {
  const answer = await postInTurn(account, query);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${query}: ${text}`);
  return result.parse(JSON.parse(text)).data;
}

export async function cell(account: Asker, query: string): Promise<unknown> {
  return (await run(account, query)).rows[0]?.[0];
}

export async function refusal(account: Asker, query: string) {
  const answer = await postInTurn(account, query);
  return { status: answer.status, text: await answer.text() };
}
