import { createLogger } from "@hoplog/platform/logging/logger.js";
import { openEventLog } from "@hoplog/platform/drivers/openEventLog.js";
import { linksV2 } from "@hoplog/schema/topics/topic.js";

/** Baseline: reads and discards all of `links.v2`, with the redirector's driver. Sends its parent the milliseconds. */
const [databaseUrl = "", count = "0"] = process.argv.slice(2);
const log = await openEventLog({ databaseUrl, logger: createLogger("bench", "error") });
const begunAt = performance.now();
let left = Number(count);
let done = (): void => {};
const end = new Promise<void>((resolve) => (done = resolve));
const reading = log.follow(linksV2, null, { maxRecords: 10_000, maxBytes: 8 * 1024 * 1024 }, async ({ records }) => {
  left -= records.length;
  if (left <= 0) done();
});
await end;
process.send?.(performance.now() - begunAt);
await reading.stop();
await log.close();
process.disconnect();
