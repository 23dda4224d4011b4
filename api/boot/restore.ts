import { counted } from "@hoplog/schema/counted.js";
import { updateClickHouseSchema } from "@hoplog/platform/clickhouse/updateSchema.js";
import { clickHouseSettings } from "@hoplog/platform/env/connections.js";
import { parseEnv } from "@hoplog/platform/env/parseEnv.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { logMigrations } from "@hoplog/platform/log/postgres/migrations.js";
import { backupLevel, newestLevel } from "@hoplog/platform/postgres/backupLevel.js";
import { migrate } from "@hoplog/platform/postgres/migrate.js";
import { createPool, type Pool } from "@hoplog/platform/postgres/pool.js";
import { resolve } from "node:path";
import { z } from "zod";
import { readManifest } from "../operations/backup/manifest.ts";
import { restore } from "../operations/backup/restore.ts";
import { databases, runTool, withClickHouse } from "../operations/backup/tool.ts";
import { migrateDatabase } from "../kernel/database/migrate.ts";
import { apiMigrations } from "../kernel/database/migrations/all.ts";

const schema = z.object({
  ...databases,
  /** The backup's folder. */
  FROM: z.string("must name the folder of the backup"),
  /** The folder that redirectors read chunks from; if unset, the backup's chunks are not restored. */
  SPOOL_DIR: z.string().optional(),
});

await runTool(async () => {
  const env = parseEnv(schema);
  const startedAt = performance.now();
  const from = resolve(env.FROM);
  const printLine = (line: string) => void process.stdout.write(`${line}\n`);
  await readManifest(from);
  await createTables(env, from);
  const { manifest, chunks } = await withClickHouse(env, "hoplog restore", (clickhouse) =>
    restore({ databaseUrl: env.DATABASE_URL, clickhouse, spool: env.SPOOL_DIR, from, onProgress: printLine }),
  );
  printLine(
    `Restored the backup of ${manifest.at} after ${((performance.now() - startedAt) / 1000).toFixed(1)} s; ` +
      `${counted(chunks, "chunk")} of the spool will be shipped.`,
  );
});

/**
 * Creates the tables as they were at the time of the backup, or updates existing ones to the newest version. Ingest has
 * its own restore program for its tables.
 */
async function createTables(env: z.output<typeof schema>, from: string): Promise<void> {
  const { DATABASE_URL: databaseUrl } = env;
  const logger = createLogger("restore", "error");
  const pool = createPool({ databaseUrl, applicationName: "hoplog restore", logger, max: 4 });
  try {
    const level = (await hasTables(pool)) ? newestLevel : await backupLevel(from);
    await migrateDatabase(databaseUrl, level("api", apiMigrations));
    await migrate(pool, "log", level("log", logMigrations));
    await updateClickHouseSchema({ ...clickHouseSettings(env), application: "hoplog restore" }, pool, level);
  } finally {
    await pool.end();
  }
}

/** Returns whether services have already created their tables, in the newest version. */
async function hasTables(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>("SELECT to_regclass('event') IS NOT NULL AS found");
  return rows[0]?.found ?? false;
}
