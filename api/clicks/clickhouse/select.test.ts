import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { z } from "zod";
import { openTestApi, type TestApi } from "../../testing/testApi.ts";
import { select, queriesPerAccount } from "./select.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

it("reports in one line what is wrong with rows, however many there are", async () => {
  const row = z.object({ n: z.uuid() });
  const answer = select(api.services.clickhouse, row, "SELECT 'x' AS n FROM numbers({rows: UInt32})", { rows: 10_000 });
  await expect(answer).rejects.toThrow(/^ClickHouse returned unexpected rows: 0\.n: Invalid UUID$/);
});

it("asks only so many questions of one account at once, and those of another beside them", async () => {
  const { clickhouse } = api.services;
  const [many, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const asked: unknown[] = [];
  const open = Promise.withResolvers<void>();
  const query = clickhouse.query.bind(clickhouse);
  const spy = vi.spyOn(clickhouse, "query").mockImplementation(async (question) => {
    const owner = question.query_params?.["owner"];
    asked.push(owner);
    if (owner === many) await open.promise;
    return query(question);
  });
  try {
    const ask = (owner: string) =>
      select(clickhouse, z.object({ owner: z.uuid() }), "SELECT {owner: UUID} AS owner", { owner });
    const all = Array.from({ length: 5 * queriesPerAccount }, () => ask(many));
    expect(await ask(other)).toEqual([{ owner: other }]);
    expect(asked.filter((owner) => owner === many)).toHaveLength(queriesPerAccount);
    open.resolve();
    expect((await Promise.all(all)).flat()).toHaveLength(5 * queriesPerAccount);
  } finally {
    open.resolve();
    spy.mockRestore();
  }
});

it("goes on with an account's next question after one that has failed", async () => {
  const owner = crypto.randomUUID();
  const ask = (sql: string) => select(api.services.clickhouse, z.object({ n: z.number() }), sql, { owner });
  const failed = Array.from({ length: 3 * queriesPerAccount }, () => ask("SELECT throwIf(1) AS n"));
  expect((await Promise.allSettled(failed)).every(({ status }) => status === "rejected")).toBe(true);
  expect(await ask("SELECT toUInt8(1) AS n")).toEqual([{ n: 1 }]);
});

it("asks with one thread as soon as it knows that there are few clicks, but for what is about no account", async () => {
  const { clickhouse } = api.services;
  const row = z.object({ n: z.number() });
  const settings: unknown[] = [];
  const query = clickhouse.query.bind(clickhouse);
  const spy = vi.spyOn(clickhouse, "query").mockImplementation((question) => {
    if (question.query.includes("AS n")) settings.push(question.clickhouse_settings?.max_threads);
    return query(question);
  });
  try {
    const owner = crypto.randomUUID();
    await expect
      .poll(async () => {
        await select(clickhouse, row, "SELECT toUInt8(1) AS n", { owner });
        return settings.at(-1);
      })
      .toBe(1);
    await select(clickhouse, row, "SELECT toUInt8(1) AS n", {});
    expect(settings.at(-1)).toBeUndefined();
  } finally {
    spy.mockRestore();
  }
});
