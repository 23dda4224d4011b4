import { counted } from "@hoplog/schema/counted.js";
import { kafkaSettings, kafkaVariables } from "@hoplog/platform/env/connections.js";
import { parseEnv } from "@hoplog/platform/env/parseEnv.js";
import { kafkaBrokers } from "@hoplog/platform/env/pieces.js";
import { openEventLog } from "@hoplog/platform/drivers/openEventLog.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { z } from "zod";
import { moveClicks } from "../operations/backup/moveClicks.ts";
import { databases, runTool, withClickHouse } from "../operations/backup/tool.ts";

const schema = z.object({ ...databases, ...kafkaVariables, KAFKA_BROKERS: kafkaBrokers });

await runTool(async () => {
  const env = parseEnv(schema);
  const logger = createLogger("moveClicks", "error");
  const from = await openEventLog({ databaseUrl: env.DATABASE_URL, logger });
  try {
    const to = await openEventLog({ databaseUrl: env.DATABASE_URL, kafka: kafkaSettings(env), logger });
    try {
      const moved = await withClickHouse(env, "hoplog move", (clickhouse) => moveClicks(from, to, clickhouse));
      process.stdout.write(
        `Moved ${counted(moved, "batch", "batches")} of clicks to Kafka. The api publishes the codes.\n`,
      );
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
});
