import { expect, it } from "vitest";
import { prepareDatabases } from "../boot/prepare.ts";
import { freshDatabases } from "../testing/setUp.ts";
import { setMissRetention } from "./retention.ts";

it("reaches misses that were there before, follows the setting, and changes nothing that is so already", async () => {
  const { pool, clickHouse, client, rows } = await freshDatabases();
  await prepareDatabases(pool, clickHouse);
  await client.command({
    query: `INSERT INTO misses (at, code, reason, batch_id)
      SELECT now64(3) - toIntervalDay(number * 10), 'old', 'inactive', generateUUIDv4() FROM numbers(12)`,
  });
  const left = async () =>
    (await rows("SELECT (SELECT count() FROM misses), (SELECT count() FROM misses_by_owner)"))[0];
  await Promise.all([setMissRetention(client, 35), setMissRetention(client, 35)]);
  await expect.poll(left).toEqual([4, 4]);
  const mutations = () => rows("SELECT count() FROM system.mutations WHERE database = currentDatabase()");
  const before = await mutations();
  await setMissRetention(client, 35);
  expect(await mutations()).toEqual(before);
  await setMissRetention(client, 15);
  await expect.poll(left).toEqual([2, 2]);
  expect(await rows("SELECT sum(misses), uniqExact(day) FROM misses_day")).toEqual([[12, 12]]);
});
