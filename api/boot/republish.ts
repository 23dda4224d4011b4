import { setTimeout as sleep } from "node:timers/promises";
import { openEventLog } from "@hoplog/platform/drivers/openEventLog.js";
import { kafkaSettings, kafkaVariables } from "@hoplog/platform/env/connections.js";
import { parseEnv } from "@hoplog/platform/env/parseEnv.js";
import { postgresUrl } from "@hoplog/platform/env/pieces.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { explaining, postgresConnectionSettings } from "@hoplog/platform/tls/connectionError.js";
import pg from "pg";
import { z } from "zod";
import { BackupError } from "../operations/backup/manifest.ts";
import { runTool } from "../operations/backup/tool.ts";
import { readPublication, requestPublication } from "../links/relay/publication.ts";

const schema = z.object({ DATABASE_URL: postgresUrl, ...kafkaVariables });
const pollMs = 250;
/** APIs poll for requests once a second. */
const noProgressMs = 20_000;

await runTool(async () => {
  const env = parseEnv(schema);
  const log = await openEventLog({
    databaseUrl: env.DATABASE_URL,
    kafka: kafkaSettings(env),
    logger: createLogger("api", "warn"),
  });
  const { name } = log;
  await log.close();
  const client = new pg.Client({ connectionString: env.DATABASE_URL, application_name: "hoplog republish" });
  await explaining(postgresConnectionSettings, () => client.connect());
  try {
    await requestPublication(client, name);
    process.stdout.write(`Published ${await publishedCodes(client, name)} codes again.\n`);
  } finally {
    await client.end();
  }
});

/** Waits until an API has published all codes. */
async function publishedCodes(client: pg.Client, log: string): Promise<string> {
  let codes = 0;
  let progressAt = Date.now();
  for (;;) {
    const publication = await readPublication(client, log);
    if (publication?.isDone) return publication.codes.toLocaleString("en");
    if (publication && publication.codes !== codes) {
      codes = publication.codes;
      progressAt = Date.now();
    }
    if (Date.now() - progressAt > noProgressMs)
      throw new BackupError(
        "No api process is publishing codes. The codes will be published as soon as an api process runs.",
      );
    await sleep(pollMs);
  }
}
