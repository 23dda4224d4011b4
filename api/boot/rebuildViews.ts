import { parseEnv } from "@hoplog/platform/env/parseEnv.js";
import { z } from "zod";
import { databases, runTool, withClickHouse } from "../operations/backup/tool.ts";
import { rebuildViews } from "../clicks/tables/rebuildViews.ts";

await runTool(async () => {
  const env = parseEnv(z.object(databases));
  const printLine = (line: string) => void process.stdout.write(`${line}\n`);
  const tables = await withClickHouse(env, "hoplog rebuild", (clickhouse) =>
    rebuildViews({ databaseUrl: env.DATABASE_URL, clickhouse, onProgress: printLine }),
  );
  printLine(`Rebuilt ${tables.join(", ")} from the clicks.`);
});
