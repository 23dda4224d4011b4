import { expect, it } from "vitest";
import { freshDatabase } from "@hoplog/platform/testing/engines.js";
import { createPool } from "@hoplog/platform/postgres/pool.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { migrateDatabase } from "../database/migrate.ts";
import { findLinks } from "./findOrCreate.ts";
import { defaultPlace } from "./place.ts";
it("million", { timeout: 400000 }, async () => {
  const db = await freshDatabase();
  await migrateDatabase(db.url);
  const pool = createPool({
    databaseUrl: db.url,
    applicationName: "t",
    logger: createLogger("api", "silent"),
    statementTimeoutMs: 300000,
  });
  const owner = "01900000-0000-7000-8000-000000000001";
  await pool.query("DROP INDEX link_by_destination");
  await pool.query(`INSERT INTO link (id, owner_id, name, domain, code, original_url, group_id, is_active, revision, created_at, updated_at, options)
    SELECT gen_random_uuid(), '${owner}', 'n' || g, 0, 'c' || g, 'https://example.com/page/' || g, NULL, true, 1, now(), now(), '{}' FROM generate_series(1, 1000000) g`);
  const t0 = performance.now();
  await pool.query("CREATE INDEX link_by_destination ON link (owner_id, hashtextextended(original_url, 0))");
  console.log("INDEX ms", performance.now() - t0);
  console.log((await pool.query("SELECT pg_size_pretty(pg_relation_size('link_by_destination')) AS size")).rows);
  await pool.query("ANALYZE link");
  const ask = (n: number) => ({
    name: "n",
    originalUrl: `https://example.com/page/${n}`,
    place: defaultPlace,
    code: null,
    groupId: null,
    options: {},
    password: null,
    findBy: { group: false, options: [] },
  });
  const times: number[] = [];
  for (let i = 0; i < 300; i++) {
    const t = performance.now();
    const r = await findLinks(pool, owner, [ask(i * 3000 + 1)], new Date());
    times.push(performance.now() - t);
    expect(r.size).toBe(1);
  }
  times.sort((a, b) => a - b);
  console.log("one: median", times[150], "p99", times[297]);
  const t = performance.now();
  const r = await findLinks(
    pool,
    owner,
    Array.from({ length: 1000 }, (_, i) => ask(i * 900 + 1)),
    new Date(),
  );
  console.log("1000:", performance.now() - t, r.size);
  await pool.end();
  await db.drop();
});
