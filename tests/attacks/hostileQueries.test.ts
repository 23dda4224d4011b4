import { consoleLimits } from "@hoplog/schema/analysts.js";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { ask, createAccess, canLogIn, insideOf, operate, type SqlLogin } from "../analysts/sql.ts";
import { visitors } from "../browser/visitors.ts";
import { type Account, openAccount } from "../running/account.ts";
import { newTestStack, type StackRun, type TestStack } from "../running/runningStack.ts";
import { hostileQueries, unstoppableQueries } from "./hostileQueryList.ts";

/**
 * Whether to use the production time limit for queries. Otherwise each query is limited to a few seconds, which covers
 * every path once.
 */
const isLong = process.env["FAULTS"] === "long";
/** Time limit of a query; 10 s later, the query's engine is ended if the query still runs. */
const limitMs = isLong ? consoleLimits.seconds * 1000 : 6000;
/** Time limit that analysts' tools request. */
const toolSeconds = isLong ? 20 : limitMs / 1000;
const graceMs = 10_000;
/** Additional time that each step of the test may take on a busy machine. */
const slackMs = 20_000;
/** Duration for which new hostile queries are started. */
const attackMs = isLong ? 45_000 : 15_000;

let testStack: TestStack;
let run: StackRun;
let ada: Account;
let grace: Account;
let code: string;
let attackers: Account[];
let logins: SqlLogin[];

beforeAll(async () => {
  testStack = await newTestStack();
  run = testStack.start({ env: { RATE_LIMITS: "off" } });
  await run.ready();
  const open = (name: string) => openAccount(testStack.appUrl, `${name}@example.com`);
  [ada, grace] = [await open("ada"), await open("grace")];
  ({ code } = await ada.createLink({ name: "Of Ada" }));
  await grace.createLink({ name: "Of Grace" });
  attackers = await Promise.all(Array.from({ length: 8 }, (_, i) => open(`attacker${i}`)));
  logins = await Promise.all(attackers.slice(0, 2).map((account) => createAccess(testStack.appUrl, account)));
  await vi.waitFor(async () => {
    for (const login of logins) expect(await canLogIn(login)).toBe(true);
    expect((await console_(grace, "SELECT count() FROM links")).status).toBe(200);
  }, 60_000);
});
afterAll(() => testStack.clear());

async function console_({ tokens }: Account, query: string, signal?: AbortSignal) {
  const answer = await fetch(`${testStack.appUrl}/api/sql`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${tokens.accessToken}` },
    body: JSON.stringify({ query }),
    ...(signal && { signal }),
  });
  return { status: answer.status, text: await answer.text() };
}

const overview = z.object({
  data: z.object({ dashboard: z.object({ overview: z.object({ totalClicks: z.number() }) }) }),
});

async function figures(): Promise<{ ms: number; clicks: number }> {
  const begunAt = performance.now();
  const answer = await operate(testStack.appUrl, ada.tokens.accessToken, "{ dashboard { overview { totalClicks } } }");
  const { totalClicks } = overview.parse(answer).data.dashboard.overview;
  return { ms: performance.now() - begunAt, clicks: totalClicks };
}

/** Returns the value that `percent` of the values do not exceed. */
function percentile(values: readonly number[], percent: number): number {
  return (
    values.toSorted((x, y) => x - y)[Math.min(values.length - 1, Math.floor((values.length * percent) / 100))] ?? 0
  );
}

/** Adds a time limit to a console query, unless the production limit applies. */
function limited(query: string): string {
  return isLong ? query : `${query} SETTINGS max_execution_time = ${limitMs / 1000}`;
}

/** Sends hostile queries one after the other until `until`; disconnects from every third one after 2 s at most. */
async function attack(
  until: number,
  send: (query: string, signal: AbortSignal) => Promise<unknown>,
  queries: readonly string[],
) {
  let sent = 0;
  for (const query of queries) {
    if (performance.now() > until) break;
    sent++;
    const leaves = sent % 3 === 0;
    await send(query, AbortSignal.timeout(leaves ? 2000 : limitMs + graceMs + slackMs)).catch(() => undefined);
  }
  return sent;
}

test(
  "fifty hostile queries hold up nobody's figures, lose no click and are gone within 40 s",
  { timeout: 240_000 },
  async () => {
    const pid = testStack.pids()["clickhouse"];
    const idle: number[] = [];
    for (let i = 0; i < 30; i++) idle.push((await figures()).ms);

    const until = performance.now() + attackMs;
    const shares = (count: number) =>
      Array.from({ length: count }, (_, i) => hostileQueries.filter((_query, at) => at % count === i));
    const over = new AbortController();
    const attacks = Promise.all([
      ...shares(attackers.length).map((queries, i) => {
        const account = attackers[i];
        return account ? attack(until, (query, signal) => console_(account, limited(query), signal), queries) : 0;
      }),
      ...logins.flatMap((login) =>
        shares(10).map((queries) =>
          attack(until, (query) => ask(login, query, `database=analytics&max_execution_time=${toolSeconds}`), queries),
        ),
      ),
    ]).finally(() => over.abort());

    const busy: number[] = [];
    const waits: { status: number; ms: number; text: string }[] = [];
    let visits = 0;
    await Promise.all([
      (async () => {
        while (!over.signal.aborted) {
          await fetch(`${testStack.shortUrl}/${code}`, {
            redirect: "manual",
            headers: { "user-agent": visitors.firefoxOnLinux },
          });
          visits++;
          busy.push((await figures()).ms);
        }
      })(),
      (async () => {
        while (!over.signal.aborted) {
          const begunAt = performance.now();
          const { status, text } = await console_(grace, "SELECT count() FROM links");
          waits.push({ status, ms: performance.now() - begunAt, text });
        }
      })(),
    ]);
    const sent = (await attacks).reduce((sum, count) => sum + count, 0);
    expect(sent).toBeGreaterThanOrEqual(hostileQueries.length);

    // No hostile query is left, and the ClickHouse that stores all figures has not restarted.
    const left = "SELECT query_id FROM system.processes WHERE user LIKE 'account%' OR user LIKE 'console%'";
    const { copies } = insideOf(testStack);
    await expect.poll(async () => (await ask(copies, left)).text, { timeout: limitMs + graceMs + slackMs }).toBe("");
    expect(testStack.pids()["clickhouse"]).toBe(pid);
    expect(run.output()).toContain("exceeded its time limit");

    // The figures of other accounts were not delayed, and small queries waited at most for the time limit of a query.
    const bound = Math.max(5000, 20 * percentile(idle, 99));
    console.log(
      `${sent} hostile queries, ${busy.length} figures: idle p50 ${percentile(idle, 50).toFixed(0)} ms, p99 ${percentile(idle, 99).toFixed(0)} ms; ` +
        `under attack p50 ${percentile(busy, 50).toFixed(0)} ms, p99 ${percentile(busy, 99).toFixed(0)} ms; ` +
        `${waits.filter(({ status }) => status === 200).length} of ${waits.length} small queries answered`,
    );
    expect(Math.max(...busy)).toBeLessThan(bound);
    for (const { status, ms, text } of waits) {
      expect([200, 422, 503], text).toContain(status);
      expect(ms).toBeLessThan(consoleLimits.seconds * 1000 + slackMs);
    }
    expect(waits.some(({ status }) => status === 200)).toBe(true);

    // No click is lost, and all accounts may query again.
    await expect.poll(async () => (await figures()).clicks).toBe(visits);
    await expect.poll(async () => (await console_(grace, "SELECT count() FROM links")).status).toBe(200);
    for (const login of logins) expect((await ask(login, "SELECT 1")).text).toBe("1");
  },
);

test(
  "a query that can't be stopped is refused a second time while the first one ends",
  { timeout: 120_000 },
  async () => {
    const [attacker] = attackers;
    if (!attacker) throw new Error("no attacker");
    const again = () => console_(attacker, "SELECT 1");
    // The attacker's query from the previous test may not have ended yet.
    await expect.poll(async () => (await again()).status, { timeout: limitMs + graceMs + slackMs }).toBe(200);
    const first = console_(attacker, `${unstoppableQueries[0]} SETTINGS max_execution_time = 6`);
    // Waits until the first query runs: otherwise the second could run first, and a query that is still waiting ends at
    // once when cancelled.
    const { copies } = insideOf(testStack);
    const shown = async () =>
      (
        await ask(
          copies,
          "SELECT query_id FROM system.processes WHERE query LIKE '%(a?){1000}%' AND user LIKE 'console%'",
        )
      ).text;
    await expect.poll(shown, { timeout: slackMs }).not.toBe("");
    expect((await again()).status).toBe(429);
    const begunAt = performance.now();
    const cancels = await Promise.all(Array.from({ length: 20 }, () => attacker.call("DELETE", "/api/sql")));
    expect(cancels).toHaveLength(20);
    // Twenty concurrent cancellations do not delay other requests.
    expect((await figures()).ms).toBeLessThan(5000);
    const refusal = await again();
    expect([refusal.status, refusal.text]).toEqual([429, expect.stringContaining("still ending the previous query")]);
    await expect
      .poll(async () => (await again()).status, { interval: 200, timeout: limitMs + graceMs + slackMs })
      .toBe(200);
    expect(performance.now() - begunAt).toBeLessThan(limitMs + graceMs + slackMs);
    await first;
  },
);
