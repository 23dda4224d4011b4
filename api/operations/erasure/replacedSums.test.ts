import { sql } from "@hoplog/platform/postgres/sql.js";
import { clicksWrittenLock, erasingLock } from "@hoplog/schema/erasure.js";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { lockWhenComplete, unlock } from "../../clicks/tables/lockWhenComplete.ts";
import { insertClicks } from "../../testing/clicks.ts";
import { call, makeLink, openTestApi, signUp, type TestApi } from "../../testing/testApi.ts";

let api: TestApi;
/** Holds a lock. */
let holder: pg.Client;
let watcher: pg.Client;
beforeAll(async () => {
  api = await openTestApi();
  holder = new pg.Client(api.databaseUrl);
  watcher = new pg.Client(api.databaseUrl);
  await holder.connect();
  await watcher.connect();
});
afterAll(async () => {
  await holder.end();
  await watcher.end();
  await api.close();
});

async function waiting(): Promise<number> {
  const { rows } = await watcher.query(
    "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
  );
  return rows.length;
}

it("an erasure waits while months of sums are replaced", async () => {
  const user = await signUp(api);
  const { id } = await makeLink(api, user);
  await insertClicks(api, [{ ownerId: user.id, linkId: id, at: new Date().toISOString() }]);
  await holder.query(sql`SELECT pg_advisory_lock(hashtextextended(${erasingLock}, 0))`);
  await call(api, "DELETE", `/api/urls/${id}`, { user });
  await expect.poll(waiting).toBe(1);
  const passes = async () => (await watcher.query(sql`SELECT passes FROM erasure WHERE id = ${id}`)).rows;
  expect(await passes()).toEqual([{ passes: 0 }]);
  await holder.query(sql`SELECT pg_advisory_unlock(hashtextextended(${erasingLock}, 0))`);
  await expect.poll(passes).toEqual([{ passes: 1 }]);
});

it("months of sums are replaced after a running erasure, for which no writer waits", async () => {
  await holder.query(sql`SELECT pg_advisory_lock(hashtextextended(${erasingLock}, 0))`);
  const replacer = new pg.Client(api.databaseUrl);
  await replacer.connect();
  const locked = lockWhenComplete(replacer, api.services.clickhouse);
  await expect.poll(waiting).toBe(1);
  const { rows } = await watcher.query(
    sql`SELECT pg_try_advisory_xact_lock_shared(hashtextextended(${clicksWrittenLock}, 0)) AS free`,
  );
  expect(rows).toEqual([{ free: true }]);
  await holder.query(sql`SELECT pg_advisory_unlock(hashtextextended(${erasingLock}, 0))`);
  await locked;
  await unlock(replacer);
  const held = await watcher.query(
    sql`SELECT pg_try_advisory_xact_lock(hashtextextended(${erasingLock}, 0)) AS erasing, pg_try_advisory_xact_lock(hashtextextended(${clicksWrittenLock}, 0)) AS writing`,
  );
  expect(held.rows).toEqual([{ erasing: true, writing: true }]);
  await replacer.end();
});
