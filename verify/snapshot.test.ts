import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { insertClicks } from "@hoplog/api/testing/clicks.js";
import { openTestApi, signUp, type TestApi } from "@hoplog/api/testing/testApi.js";
import { z } from "zod";
import { createSnapshots, type Snapshot, type Snapshots } from "./snapshot.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

const tables = ["clicks", "misses", "link_day"] as const;

function open(): Snapshots {
  const snapshots = createSnapshots(api.services.clickhouse);
  onTestFinished(() => snapshots.drop());
  return snapshots;
}

async function insertOne(): Promise<void> {
  const user = await signUp(api);
  const linkId = "01900000-0000-7000-8000-000000000001";
  await insertClicks(api, [{ ownerId: user.id, linkId, at: new Date().toISOString() }]);
}

const countOf = async (snapshot: Snapshot) => {
  const [row] = await snapshot.read(
    z.object({ clicks: z.number() }),
    `SELECT count() AS clicks FROM ${snapshot.table("clicks")}`,
  );
  return row?.clicks;
};

const copies = async () => {
  const query =
    "SELECT name FROM system.tables WHERE database = currentDatabase() AND name LIKE 'verify%' ORDER BY name";
  const result = await api.services.clickhouse.query({ query, format: "JSONEachRow" });
  return (await result.json<{ name: string }>()).map(({ name }) => name);
};

it("takes the same snapshot until a table changes, then copies anew only what has changed", async () => {
  const snapshots = open();
  const first = await snapshots.take(tables);
  expect(await countOf(first)).toBe(0);
  expect(await snapshots.take(tables)).toBe(first);
  await insertOne();
  expect(await countOf(first)).toBe(0);
  const second = await snapshots.take(tables);
  expect(second).not.toBe(first);
  expect(await countOf(second)).toBe(1);
  expect(second.table("misses")).toBe(first.table("misses"));
  expect(second.table("link_day")).not.toBe(first.table("link_day"));
  await api.services.clickhouse.command({
    query: "DELETE FROM clicks WHERE true",
    clickhouse_settings: { lightweight_deletes_sync: "2" },
  });
  expect(await countOf(await snapshots.take(tables))).toBe(0);
});

it("drops outdated copies when told, and all at the end", async () => {
  const snapshots = open();
  const first = await snapshots.take(tables);
  await insertOne();
  const second = await snapshots.take(tables);
  expect(await copies()).toHaveLength(5);
  await snapshots.dropOutdated();
  expect(await copies()).toEqual(tables.map((table) => second.table(table)).toSorted());
  expect(await copies()).not.toContain(first.table("clicks"));
  await snapshots.drop();
  expect(await copies()).toEqual([]);
});

it("refuses to name the copy of a table that was not asked for", async () => {
  const snapshot = await open().take(tables);
  expect(() => snapshot.table("conversions")).toThrow("no copy of the table conversions");
});
