import { openTestApi, type TestApi } from "@hoplog/api/testing/testApi.js";
import { insertRequests } from "@hoplog/api/testing/clicks.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import pg from "pg";
import { counted } from "@hoplog/schema/counted.js";
import { encodeClickBatch } from "@hoplog/schema/topics/clickBatch/encode.js";
import { goldenClicks, goldenId, goldenMisses } from "@hoplog/schema/topics/clickBatch/golden.js";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { notCounted } from "./notCounted.ts";

let api: TestApi;
let database: pg.Client;
beforeAll(async () => {
  api = await openTestApi();
  database = new pg.Client({ connectionString: api.databaseUrl });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await api.close();
});

const found = () => notCounted(api.services.clickhouse, database, null);
it("names requests that were dropped, and when", async () => {
  const ids = { ownerId: "01900000-0000-7000-8000-0000000000aa", linkId: "01900000-0000-7000-8000-0000000000ab" };
  await insertRequests(api, [{ ...ids, at: "2026-03-01T10:05:00.000Z", clicks: 5, dropped: 1 }]);
  expect(await found()).toEqual([
    "1 request at 2026-03-01 10:00 UTC was answered and not recorded, since neither disk nor memory had room, and can't be restored: give the redirector's disk more room, see docs/guides/repair.md#a-full-disk",
  ]);
  await insertRequests(api, [
    { ...ids, at: "2026-03-02T11:20:00.000Z", dropped: 1233 },
    { ...ids, at: "2026-03-03T11:20:00.000Z", clicks: 3 },
  ]);
  expect(await found()).toEqual([
    expect.stringContaining("1,234 requests between 2026-03-01 10:00 and 2026-03-02 11:15 UTC were answered"),
  ]);
});

it("names the batches that could not be read, with their clicks where those can be counted", async () => {
  // Creates the same table as ingest, which does not run in this test.
  await database.query(
    "CREATE TABLE dead_letter (topic text, digest bytea, value bytea, reason text, recorded_at timestamptz)",
  );
  onTestFinished(async () => void (await database.query("DROP TABLE dead_letter")));
  const letters = async () => (await found()).filter((line) => line.includes("make dead-letters"));
  const bury = (value: Uint8Array, at: string) =>
    database.query(sql`INSERT INTO dead_letter VALUES ('clicks.v1', sha256(${value}), ${value}, 'damaged', ${at})`);
  expect(await letters()).toEqual([]);
  await bury(Buffer.from("no batch"), "2026-11-02Z");
  expect(await letters()).toEqual([
    "1 batch of clicks (an unknown number of clicks, 8 bytes) since 2026-11-02T00:00:00.000Z could not be read: make dead-letters",
  ]);
  // Corrupts the last byte, so that the checksum is wrong.
  const batch = Buffer.from(encodeClickBatch(goldenId, goldenClicks, goldenMisses));
  batch.writeUInt8(batch.readUInt8(batch.length - 1) ^ 1, batch.length - 1);
  await bury(batch, "2026-11-01Z");
  await bury(Buffer.concat([batch, Buffer.alloc(1)]), "2026-11-03Z");
  expect(await letters()).toEqual([
    `3 batches of clicks (2 clicks and those of 2 batches that cannot be counted, ${counted(9 + 2 * batch.length, "byte")}) since 2026-11-01T00:00:00.000Z could not be read: make dead-letters`,
  ]);
  await database.query("DELETE FROM dead_letter WHERE recorded_at <> '2026-11-01Z'");
  expect(await letters()).toEqual([
    expect.stringMatching(/^1 batch of clicks \(2 clicks, [\d,]+ bytes\) since 2026-11-01/),
  ]);
});
