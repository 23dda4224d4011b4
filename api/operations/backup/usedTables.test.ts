import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { openTestApi } from "../../testing/testApi.ts";
import { anySavedRow, tablesToSave } from "./postgresTables.ts";

it("an installation that runs without accounts writes nothing that a backup would have to be restored beside", async () => {
  const api = await openTestApi({ settings: { DESTINATION_CHECKS: true } });
  onTestFinished(() => api.close());
  const client = new pg.Client({ connectionString: api.databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  const hasWalked = async () => (await client.query("SELECT FROM destination_walk WHERE walked_to IS NULL")).rowCount;
  await expect.poll(hasWalked).toBe(1);
  const used: string[] = [];
  for (const { name } of await tablesToSave(client))
    if ((await client.query(anySavedRow(name))).rowCount) used.push(name);
  expect(used).toEqual([]);
});
