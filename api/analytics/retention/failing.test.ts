import pg from "pg";
import { expect, it, onTestFinished, vi } from "vitest";
import { raw, sql } from "@hoplog/platform/postgres/sql.js";
import { withoutCuts } from "../../clicks/cuts/lock.ts";
import { cutWhenFree } from "../../testing/retention.ts";
import { call, openTestApi, signUp } from "../../testing/testApi.ts";

it("an account whose clicks can't be cut holds up no other, and is logged with its id", async () => {
  const api = await openTestApi();
  const client = new pg.Client({ connectionString: api.databaseUrl });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await api.close();
  });
  const [bad, good] = ["00000000-0000-7000-8000-000000000001", "00000000-0000-7000-8000-000000000002"];
  await client.query(sql`
    INSERT INTO click_retention (owner_id, days, set_at) VALUES ('${raw(bad)}', 30, now()), ('${raw(good)}', 30, now());
    CREATE FUNCTION fail_cut() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'broken'; END $$;
    CREATE TRIGGER fail_cut BEFORE UPDATE ON click_retention FOR EACH ROW WHEN (OLD.owner_id = '${raw(bad)}') EXECUTE FUNCTION fail_cut()`);
  const logged = vi.spyOn(api.services.logger, "error");
  const cut = () =>
    client.query("SELECT owner_id AS id FROM click_retention WHERE done_at IS NOT NULL ORDER BY owner_id");
  await cutWhenFree(api, client, new Date());
  expect((await cut()).rows).toEqual([{ id: good }]);
  expect(logged).toHaveBeenCalledWith(expect.objectContaining({ id: bad }), expect.stringContaining("retrying later"));
  await client.query("DROP FUNCTION fail_cut CASCADE");
  await cutWhenFree(api, client, new Date());
  expect((await cut()).rows).toEqual([{ id: bad }, { id: good }]);
});

it("a cut that something else holds up is made soon after that has ended", async () => {
  const api = await openTestApi();
  const client = new pg.Client({ connectionString: api.databaseUrl });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await api.close();
  });
  const user = await signUp(api);
  const done = async () =>
    (await client.query(sql`SELECT FROM click_retention WHERE owner_id = ${user.id} AND done_at IS NOT NULL`)).rowCount;
  await withoutCuts(client, async () => {
    const { rows } = await client.query<{ from: Date }>(
      sql`INSERT INTO click_retention (owner_id, days, set_at) VALUES (${user.id}, 90, now()) RETURNING clock_timestamp() AS from`,
    );
    // Saving the retention again wakes the worker. The last query of its round reads how long other accounts have
    // waited.
    await call(api, "PUT", "/api/clicks/retention", { user, body: { days: 90 } });
    const looked = () =>
      client.query(
        sql`SELECT FROM pg_stat_activity WHERE application_name = 'hoplog click retention' AND query LIKE '%held_since%'
          AND query_start > ${rows[0]?.from} AND state = 'idle'`,
      );
    await expect.poll(async () => (await looked()).rowCount).toBe(1);
    expect(await done()).toBe(0);
  });
  await expect.poll(done).toBe(1);
});
