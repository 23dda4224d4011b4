import pg from "pg";
import { expect, it, onTestFinished, vi } from "vitest";
import { raw, sql } from "@hoplog/platform/postgres/sql.js";
import { createDueStep } from "../../kernel/work/dueWork.ts";
import { openTestDns } from "../../testing/dnsServer.ts";
import { call, openTestApi, signUp } from "../../testing/testApi.ts";
import { domainChecks } from "./worker.ts";

it("a domain whose check fails holds up no other, is logged with its id, and is tried again", async () => {
  const dns = await openTestDns();
  const api = await openTestApi({ settings: { DNS_RESOLVERS: [dns.address] } });
  const client = new pg.Client({ connectionString: api.databaseUrl });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await api.close();
    await dns.close();
  });
  const user = await signUp(api);
  for (const name of ["bad.failing.example", "good.failing.example"])
    await call(api, "POST", "/api/domains", { user, body: { name } });
  const { rows } = await client.query<{ id: string }>("SELECT id FROM domain ORDER BY name");
  const [bad = "", good] = rows.map(({ id }) => id);
  // Far in the future, so that the API's own checks skip both domains.
  await client.query("UPDATE domain_check SET next_at = '2090-01-01'");
  await client.query(sql`
    CREATE FUNCTION fail_check() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'broken'; END $$;
    CREATE TRIGGER fail_check BEFORE UPDATE ON domain_check FOR EACH ROW WHEN (OLD.domain_id = '${raw(bad)}') EXECUTE FUNCTION fail_check()`);
  const logged = vi.spyOn(api.services.logger, "error");
  let now = new Date("2091-01-01T00:00:00Z");
  const services = { ...api.services, now: () => now };
  const check = createDueStep(services, domainChecks(services));
  const due = async () =>
    (await client.query<{ id: string }>(sql`SELECT domain_id AS id FROM domain_check WHERE next_at < ${now}`)).rows;
  expect(await check(client)).toBe("worked");
  expect(await due()).toEqual([{ id: bad }]);
  expect(good).toBeDefined();
  expect(logged).toHaveBeenCalledWith(expect.objectContaining({ id: bad }), expect.stringContaining("tried again"));
  expect(await check(client)).toBe("idle");
  await client.query("DROP FUNCTION fail_check CASCADE");
  now = new Date("2091-01-01T00:02:00Z");
  expect(await check(client)).toBe("worked");
  expect(await due()).toEqual([]);
});
