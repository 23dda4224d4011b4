import { createLogger } from "@hoplog/platform/logging/logger.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { freshDatabase } from "@hoplog/platform/testing/engines.js";
import { expect, it, onTestFinished } from "vitest";
import { migrateDatabase } from "./migrate.ts";
import { openReads, readRowsWithin } from "./reads.ts";

it("gives up a question that takes too long, alone, and says so", async () => {
  const database = await freshDatabase();
  await migrateDatabase(database.url);
  const pool = openReads(database.url, createLogger("test", "silent"));
  onTestFinished(async () => {
    await pool.end();
    await database.drop();
  });
  const ask = (seconds: number, within: number) =>
    readRowsWithin(pool, within, sql`SELECT ${1}::int AS one FROM pg_sleep(${seconds})`);
  expect(await ask(30, 50)).toBeNull();
  expect(await ask(0, 20_000)).toEqual([{ one: 1 }]);
  await expect(readRowsWithin(pool, 20_000, sql`SELECT 1 / 0`)).rejects.toThrow("division by zero");
  // The connection is returned to the pool with the default limit.
  const { rows } = await pool.query("SHOW statement_timeout");
  expect(rows).toEqual([{ statement_timeout: "30s" }]);
});
