import { counted } from "@hoplog/schema/counted.js";
import { hoplogVersion } from "@hoplog/platform/env/version.js";
import { parseEnv } from "@hoplog/platform/env/parseEnv.js";
import { resolve } from "node:path";
import { z } from "zod";
import { backUp } from "../operations/backup/backup.ts";
import { databases, runTool, withClickHouse } from "../operations/backup/tool.ts";

const schema = z.object({
  ...databases,
  /** The folder to create. */
  TO: z.string("must name the folder to create"),
  /** Folder of the redirectors' spool, if this process can read it. */
  SPOOL_DIR: z.string().optional(),
  HOPLOG_VERSION: z.string().default(hoplogVersion),
});

await runTool(async () => {
  const env = parseEnv(schema);
  const startedAt = performance.now();
  const to = resolve(env.TO);
  const printLine = (line: string) => void process.stdout.write(`${line}\n`);
  const { manifest, heldMs } = await withClickHouse(env, "hoplog backup", (clickhouse) =>
    backUp({
      databaseUrl: env.DATABASE_URL,
      clickhouse,
      spool: env.SPOOL_DIR,
      to,
      version: env.HOPLOG_VERSION,
      onProgress: printLine,
    }),
  );
  const bytes = [...manifest.postgres, ...manifest.clickHouse, ...manifest.spool].reduce(
    (sum, one) => sum + one.bytes,
    0,
  );
  printLine(
    `Backup of ${manifest.at} in ${to}: ${(bytes / 1e6).toFixed(2)} MB, ${counted(manifest.spool.length, "chunk")} of the spool, ` +
      `after ${((performance.now() - startedAt) / 1000).toFixed(1)} s. Ingest was paused for ${Math.round(heldMs)} ms; redirects continued.`,
  );
});
