import { kafkaSettings, kafkaVariables } from "@hoplog/platform/env/connections.js";
import { parseEnv } from "@hoplog/platform/env/parseEnv.js";
import { postgresUrl } from "@hoplog/platform/env/pieces.js";
import { openEventLog } from "@hoplog/platform/drivers/openEventLog.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { explaining, postgresConnectionSettings } from "@hoplog/platform/tls/connectionError.js";
import pg from "pg";
import { z } from "zod";
import { runTool } from "../operations/backup/tool.ts";
import { listDeadLetters, replayDeadLetters } from "../operations/operator/deadLetters.ts";

const schema = z.object({
  DATABASE_URL: postgresUrl,
  ...kafkaVariables,
  /** `all` or a digest prefix: replays those records. If unset, lists all records. */
  REPLAY: z
    .string()
    .regex(/^(all|[0-9a-f]{4,64})$/, "expected all, or at least the first four characters of a digest")
    .optional(),
});

await runTool(async () => {
  const env = parseEnv(schema);
  const printLine = (line: string) => void process.stdout.write(`${line}\n`);
  const client = new pg.Client({ connectionString: env.DATABASE_URL, application_name: "hoplog dead letters" });
  await explaining(postgresConnectionSettings, () => client.connect());
  try {
    if (env.REPLAY === undefined) {
      const letters = await listDeadLetters(client);
      for (const { digest, recordedAt, bytes, reason } of letters)
        printLine(`${digest.slice(0, 16)}  ${recordedAt.toISOString()}  ${bytes} bytes  ${reason}`);
      printLine(letters.length === 0 ? "There are no dead letters." : `${letters.length} in total.`);
      return;
    }
    const log = await openEventLog({
      databaseUrl: env.DATABASE_URL,
      kafka: kafkaSettings(env),
      logger: createLogger("deadLetters", "error"),
    });
    try {
      printLine(`${await replayDeadLetters(client, log, env.REPLAY === "all" ? "" : env.REPLAY)} returned to the log.`);
    } finally {
      await log.close();
    }
  } finally {
    await client.end();
  }
});
