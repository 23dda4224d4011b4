import { clickHouseSettings } from "@hoplog/platform/env/connections.js";
import { parseEnv } from "@hoplog/platform/env/parseEnv.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { openPostgresLog } from "@hoplog/platform/log/postgres/eventLog.js";
import { resolve } from "node:path";
import { z } from "zod";
import { restore } from "../backup/restore.ts";
import { databases, runTool, withClickHouse } from "../backup/tool.ts";
import { openAnalytics } from "../clickhouse/openAnalytics.ts";
import { migrateDatabase } from "../database/migrate.ts";

const schema = z.object({
  ...databases,
  /** The backup's folder. */
  FROM: z.string("must name the backup's folder"),
  /** Where redirectors will look for chunks; without it those of the backup are left out. */
  SPOOL_DIR: z.string().optional(),
});

await runTool(async () => {
  const env = parseEnv(schema);
  const startedAt = performance.now();
  const from = resolve(env.FROM);
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  await makeTables(env);
  const { manifest, chunks } = await withClickHouse(env, "hoplog restore", (clickhouse) =>
    restore({ databaseUrl: env.DATABASE_URL, clickhouse, spool: env.SPOOL_DIR, from, onProgress: say }),
  );
  say(
    `Restored the backup of ${manifest.at} after ${((performance.now() - startedAt) / 1000).toFixed(1)} s; ` +
      `${chunks} chunks of the spool will be shipped.`,
  );
});

/** All but those of ingest, which it makes itself. */
async function makeTables(env: z.output<typeof schema>): Promise<void> {
  const { DATABASE_URL: databaseUrl } = env;
  const logger = createLogger("restore", "error");
  await migrateDatabase(databaseUrl);
  const log = await openPostgresLog({ databaseUrl, logger });
  await log.close();
  const clickhouse = await openAnalytics({ ...clickHouseSettings(env), databaseUrl, logger });
  await clickhouse.close();
}
