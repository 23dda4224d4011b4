import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { openAccount, type Account } from "../running/account.ts";
import { visitors } from "../browser/visitors.ts";
import { newTestStack, type TestStack } from "../running/runningStack.ts";
import { ask, createAccess, canLogIn, insideOf, operate, type SqlLogin } from "./sql.ts";

let testStack: TestStack;
let ada: Account;
let grace: Account;
let link: { id: string; code: string };
let life: ReturnType<typeof startLife>;

beforeAll(async () => {
  testStack = await newTestStack();
  await testStack.start({ env: { RATE_LIMITS: "off" } }).ready();
  ada = await openAccount(testStack.appUrl, "ada@example.com");
  grace = await openAccount(testStack.appUrl, "grace@example.com", "Grace Hopper");
  link = await ada.createLink({ name: "Landing page", originalUrl: "https://example.com/" });
  pid = testStack.pids()["clickhouse"];
  life = startLife();
});
afterAll(async () => {
  await life.stop();
  await testStack.clear();
});

const dashboard = z.object({
  data: z.object({ dashboard: z.object({ overview: z.object({ totalClicks: z.number() }) }) }),
});

/**
 * Starts a visitor who clicks repeatedly and a client that reads the dashboard repeatedly; `seen` contains the numbers
 * of clicks and reads, and the failures of both.
 */
function startLife() {
  const ending = new AbortController();
  const seen = { visits: 0, pages: 0, troubles: [] as string[] };
  const again = async (what: string, deed: () => Promise<void>) => {
    while (!ending.signal.aborted)
      await deed().catch((error: unknown) => seen.troubles.push(`${what}: ${String(error)}`));
  };
  const done = Promise.all([
    again("visit", async () => {
      const headers = { "user-agent": visitors.firefoxOnLinux };
      const { status } = await fetch(`${testStack.shortUrl}/${link.code}`, { redirect: "manual", headers });
      if (status !== 302) throw new Error(String(status));
      seen.visits += 1;
    }),
    again("page", async () => {
      dashboard.parse(
        await operate(testStack.appUrl, ada.tokens.accessToken, "{ dashboard { overview { totalClicks } } }"),
      );
      seen.pages += 1;
    }),
  ]);
  return {
    seen,
    async stop() {
      ending.abort();
      await done;
    },
  };
}

const usersFile = () => readFileSync(join(testStack.dataFolder, "clickhouse/analysts/users.d/accounts.xml"), "utf8");
const enginePid = () => testStack.pids()["clickhouse"];
let pid: number | undefined;

describe("SQL access, while people click and look at pages", () => {
  let first: SqlLogin;
  let renewed: SqlLogin;
  let other: SqlLogin;

  test("is given to several accounts, while the engine of everybody's figures runs on", async () => {
    [first, other] = await Promise.all([createAccess(testStack.appUrl, ada), createAccess(testStack.appUrl, grace)]);
    await expect.poll(async () => (await canLogIn(first)) && (await canLogIn(other))).toBe(true);
    expect(usersFile().match(/<password_sha256_hex>/g)).toHaveLength(2);
    expect(usersFile()).not.toContain(first.password);
    await expect
      .poll(async () => Number((await ask(first, "SELECT sum(clicks) FROM analytics.daily")).text))
      .toBeGreaterThan(0);
    expect((await ask(other, "SELECT count() FROM analytics.clicks")).text).toBe("0");
  });

  test("gets a new password, is revoked, and ends with its account", async () => {
    renewed = await createAccess(testStack.appUrl, ada);
    const third = await openAccount(testStack.appUrl, "kay@example.com", "Kay McNulty");
    const shortLived = await createAccess(testStack.appUrl, third);
    await operate(testStack.appUrl, third.tokens.accessToken, "mutation { revokeSqlAccess { grantedAt } }");
    const deletion = `mutation { deleteAccount(password: ${JSON.stringify(grace.password)}) }`;
    expect(await operate(testStack.appUrl, grace.tokens.accessToken, deletion)).toEqual({
      data: { deleteAccount: true },
    });
    await expect.poll(() => canLogIn(renewed)).toBe(true);
    for (const login of [first, other, shortLived]) await expect.poll(() => canLogIn(login)).toBe(false);
    expect(new Set(usersFile().match(/<account_[^>]+>/g))).toEqual(new Set([`<${renewed.user}>`]));
    // The workloads of revoked logins are deleted. Workloads of the SQL console are not part of this list.
    const { text } = await ask(
      insideOf(testStack).service,
      "SELECT name FROM system.workloads WHERE parent = 'account' AND NOT startsWith(name, 'console_')",
    );
    expect(text).toBe(renewed.user);
  });

  test("costs neither a click nor a page", async () => {
    await life.stop();
    expect(enginePid()).toBe(pid);
    const { visits, pages, troubles } = life.seen;
    expect(troubles).toEqual([]);
    expect(Math.min(visits, pages)).toBeGreaterThan(20);
    const count = async (login: SqlLogin, from: string) =>
      Number((await ask(login, `SELECT count() FROM ${from}`)).text);
    await expect.poll(() => count(renewed, "analytics.clicks")).toBe(visits);
    expect(await count(insideOf(testStack).service, "hoplog.clicks")).toBe(visits);
    const shown = dashboard.parse(
      await operate(testStack.appUrl, ada.tokens.accessToken, "{ dashboard { overview { totalClicks } } }"),
    );
    expect(shown.data.dashboard.overview.totalClicks).toBe(visits);
  });

  test("shows names as they are now, and nothing of what is deleted", async () => {
    const bearer = ada.tokens.accessToken;
    const names = async (view: string, column: string) =>
      (await ask(renewed, `SELECT DISTINCT ${column} FROM analytics.${view} ORDER BY 1`)).text;
    const groupId = await ada.createGroup("Spring");
    await operate(
      testStack.appUrl,
      bearer,
      `mutation { updateLink(id: "${link.id}", input: { name: "Front page", groupId: "${groupId}" }) { id } }`,
    );
    await expect.poll(() => names("clicks", "link_name || '/' || group_name")).toBe("Front page/Spring");
    expect(await names("daily", "link_name || '/' || group_name")).toBe("Front page/Spring");
    expect(await names("groups", "name || ' ' || toString(links)")).toBe("Spring 1");
    await operate(testStack.appUrl, bearer, `mutation { deleteGroup(id: "${groupId}") }`);
    await expect.poll(() => names("groups", "name")).toBe("");
    expect(await names("links", "name || '/' || group_name || '/' || isNull(group_id)::String")).toBe("Front page//1");
    await operate(testStack.appUrl, bearer, `mutation { deleteLink(id: "${link.id}") }`);
    await expect.poll(() => names("links", "name")).toBe("");
    await expect.poll(() => names("clicks", "link_name")).toBe("");
  });
});
