import { expect, it } from "vitest";
import { prepareDatabases } from "../boot/prepare.ts";
import { freshDatabases } from "../testing/setUp.ts";
import { setUserAgentRetention } from "./retention.ts";

it("empties user agents that are too old, follows the setting, and leaves the clicks and misses as they are", async () => {
  const { pool, clickHouse, client, rows } = await freshDatabases();
  await prepareDatabases(pool, clickHouse);
  for (const table of ["clicks", "misses"])
    await client.command({
      query: `INSERT INTO ${table} (at, user_agent, browser, visitor)
        SELECT now64(3) - toIntervalDay(number * 10), 'agent', 'Chrome', 7 FROM numbers(12)`,
    });
  const left = (table: string) =>
    rows(`SELECT countIf(user_agent = 'agent'), count(), countIf(browser = 'Chrome' AND visitor = 7) FROM ${table}`);
  const mutations = () => rows("SELECT count() FROM system.mutations WHERE database = currentDatabase()");
  const before = await mutations();
  // 90 days is the default with which the tables are created.
  await setUserAgentRetention(client, 90);
  expect(await mutations()).toEqual(before);
  for (const table of ["clicks", "misses"]) {
    await client.command({ query: `OPTIMIZE TABLE ${table} FINAL` });
    expect(await left(table)).toEqual([[9, 12, 12]]);
  }
  const sums = await rows("SELECT sum(people + bots) FROM link_quarter");
  await Promise.all([setUserAgentRetention(client, 35), setUserAgentRetention(client, 35)]);
  for (const table of ["clicks", "misses"]) await expect.poll(() => left(table)).toEqual([[4, 12, 12]]);
  const changed = await mutations();
  await setUserAgentRetention(client, 35);
  expect(await mutations()).toEqual(changed);
  expect(await rows("SELECT sum(people + bots) FROM link_quarter")).toEqual(sums);
});
