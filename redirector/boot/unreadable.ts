import { counted } from "@hoplog/schema/counted.js";
import { openEventLog } from "@hoplog/platform/drivers/openEventLog.js";
import { kafkaSettings, kafkaVariables } from "@hoplog/platform/env/connections.js";
import { EnvError, parseEnv } from "@hoplog/platform/env/parseEnv.js";
import { postgresUrl } from "@hoplog/platform/env/pieces.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { ConnectionError } from "@hoplog/platform/tls/connectionError.js";
import { z } from "zod";
import { listUnreadable, type Readable, shipUnreadable } from "../spool/shipUnreadable.ts";

// A tool for operators: lists the unreadable bytes of damaged chunks, or ships what can be read of them.
const schema = z.object({
  DATABASE_URL: postgresUrl,
  ...kafkaVariables,
  SPOOL_DIR: z.string(),
  /** `all`, or the beginning of a chunk's id: ships the readable part of those chunks. If omitted, all are listed. */
  SHIP: z
    .string()
    .regex(/^(all|[0-9a-f-]{4,36})$/, 'expected "all", or at least the first four characters of a chunk ID')
    .optional(),
});

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function lineOf({ chunkId, bytes, clicks, misses, lostBytes, unknownFrames }: Readable): string {
  const later = unknownFrames > 0 ? `, ${counted(unknownFrames, "frame")} of a newer version` : "";
  return `${chunkId}  ${bytes} bytes: ${counted(clicks, "click")} and ${counted(misses, "miss", "misses")} are readable, ${counted(lostBytes, "byte")} not${later}`;
}

async function run(): Promise<void> {
  const env = parseEnv(schema);
  const { DATABASE_URL: databaseUrl, SPOOL_DIR: spool, SHIP: wanted } = env;
  if (wanted === undefined) {
    const found = listUnreadable(spool);
    for (const one of found) say(lineOf(one));
    say(found.length === 0 ? "Nothing was set aside." : `${found.length} in total.`);
    return;
  }
  const logger = createLogger("redirector", "error");
  const log = await openEventLog({ databaseUrl, kafka: kafkaSettings(env), logger });
  try {
    const shipped = await shipUnreadable(spool, wanted === "all" ? "" : wanted, log);
    for (const one of shipped) say(lineOf(one));
    const clicks = shipped.reduce((sum, one) => sum + one.clicks, 0);
    say(`${counted(clicks, "click")} shipped from ${counted(shipped.length, "chunk")}.`);
  } finally {
    await log.close();
  }
}

try {
  await run();
} catch (error) {
  const known = error instanceof EnvError || error instanceof ConnectionError;
  const text = known ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
}
