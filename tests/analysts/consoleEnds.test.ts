import { consoleLimits, consoleUsers } from "@hoplog/schema/analysts.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { type Asker, cell, type ConsoleStack, newConsoleStack, post } from "./consoleStack.ts";
import { databasesOf } from "../operations/databases.ts";
import { ask } from "./sql.ts";

const slow =
  "SELECT count() FROM numbers(400000000) WHERE SHA512(toString(number)) = 'x' SETTINGS max_execution_time = 60";

let stack: ConsoleStack;
let testStack: ConsoleStack["testStack"];
let inside: ConsoleStack["inside"];
let ada: Asker;
let grace: Asker;

beforeAll(async () => {
  stack = await newConsoleStack();
  ({ testStack, inside, ada, grace } = stack);
});
afterAll(() => testStack.clear());

/** Returns the number of console queries that run in ClickHouse. */
async function running(): Promise<number> {
  const { text } = await ask(inside.copies, "SELECT query_id FROM system.processes WHERE user LIKE 'console%'");
  return text === "" ? 0 : text.split("\n").length;
}

describe("a query ends in ClickHouse", () => {
  /** Timeout shorter than the run time of a query that is not ended. */
  const early = { timeout: 20_000 };

  /** Resolves once the query runs in ClickHouse; `answer` is the query's pending response. */
  const begin = async (account: Asker, signal?: AbortSignal) => {
    const answer = post(account, slow, signal ? { signal } : {}).catch((error: unknown) => error);
    await expect.poll(running).toBe(1);
    return { answer };
  };

  test("when it is cancelled, and its account may ask again at once", async () => {
    const { answer } = await begin(ada);
    const second = await post(ada, "SELECT 1");
    expect([second.status, second.headers.get("retry-after")]).toEqual([429, "5"]);
    await second.text();
    // Another account cannot cancel the query.
    await grace.call("DELETE", "/api/sql");
    expect(await running()).toBe(1);
    await ada.call("DELETE", "/api/sql");
    expect(await running()).toBe(0);
    const ended = await answer;
    expect(ended instanceof Response && (await ended.text())).toContain("The query was cancelled.");
    expect(await cell(ada, "SELECT 1")).toBe(1);
  });

  test("when its client goes away", async () => {
    const leaving = new AbortController();
    const { answer } = await begin(ada, leaving.signal);
    leaving.abort();
    await answer;
    await expect.poll(running, early).toBe(0);
    await expect.poll(async () => (await post(ada, "SELECT 1")).status).toBe(200);
  });

  test("when its session ends", async () => {
    const again = await stack.open("ada@example.com");
    const { answer } = await begin(again);
    await again.call("POST", "/api/auth/logout");
    await expect.poll(running, early).toBe(0);
    const ended = await answer;
    expect(ended instanceof Response && ended.status).toBe(422);
  });

  test("when the session ends before its file has been read", async () => {
    const again = await stack.open("ada@example.com");
    const file = await post(again, "SELECT repeat('x', 400), rand64() FROM numbers(400000)", { format: "csv" });
    expect([file.status, await running()]).toEqual([200, 1]);
    await again.call("POST", "/api/auth/logout");
    await expect.poll(running, early).toBe(0);
    await expect(file.text()).rejects.toThrow();
  });

  test("when its file is read no further", async () => {
    // Waits until the previous test's query has released its place.
    await expect.poll(async () => (await post(ada, "SELECT 1")).status).toBe(200);
    const leaving = new AbortController();
    const file = await post(ada, "SELECT repeat('x', 400), rand64() FROM numbers(400000)", {
      format: "csv",
      signal: leaving.signal,
    });
    expect(file.status).toBe(200);
    // The unread rest of the result stays in ClickHouse, so the place remains occupied.
    expect((await post(ada, "SELECT 1")).status).toBe(429);
    leaving.abort();
    await expect.poll(running, early).toBe(0);
    await expect.poll(async () => (await post(ada, "SELECT 1")).status).toBe(200);
  });

  test("and while all places are taken, the next account is told when to come again", async () => {
    const accounts = await Promise.all(consoleUsers.map((user) => stack.open(`${user}@example.com`)));
    const leaving = new AbortController();
    const answers = accounts.map((account) => post(account, slow, { signal: leaving.signal }).catch(() => {}));
    // Some of the accounts' queries wait until another one ends.
    const places = "SELECT place FROM sql_run WHERE expires_at > now()";
    const taken = async () => (await databasesOf(testStack).postgres(places)).length;
    await expect.poll(taken).toBe(consoleUsers.length);
    const refused = await post(grace, "SELECT 1");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await refused.text()).toContain("too many queries");
    // A waiting query can be cancelled too, and then never runs.
    const [last] = accounts.slice(-1);
    const cancelled = await last?.call("DELETE", "/api/sql");
    expect(cancelled).toMatchObject({ success: true });
    await expect
      .poll(
        async () =>
          (await post(grace, "SET join_use_nulls = 1", { signal: AbortSignal.timeout(300) }).catch(() => null))
            ?.status ?? 0,
        { timeout: 60_000 },
      )
      .not.toBe(503);
    leaving.abort();
    await Promise.all(answers);
    await expect.poll(taken).toBe(0);
    await expect.poll(async () => (await post(grace, "SELECT 1")).status).toBe(200);
  });
});

test("and all the while ClickHouse has run on, for accounts that have no user of their own", async () => {
  expect(testStack.pids()["clickhouse"]).toBe(stack.pid);
  const users = await ask(inside.service, "SELECT count() FROM system.workloads WHERE name LIKE 'account\\_%'");
  expect(users.text).toBe("0");
});

test("what the page says of the views and limits is what ClickHouse has", async () => {
  const answer = z
    .object({
      data: z.object({
        available: z.boolean(),
        views: z.array(z.object({ name: z.string(), columns: z.array(z.object({ name: z.string() })) })),
        limits: z.record(z.string(), z.number()),
      }),
    })
    .parse(await ada.call("GET", "/api/sql"));
  expect(answer.data.available).toBe(true);
  expect(answer.data.views.map(({ name }) => name)).toEqual([
    "clicks",
    "conversions",
    "daily",
    "groups",
    "imported_visits",
    "links",
  ]);
  expect(answer.data.views[2]?.columns.map(({ name }) => name)).toContain("bot_clicks");
  expect(answer.data.limits).toMatchObject(consoleLimits);
});
