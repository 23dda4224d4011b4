import { setTimeout as sleep } from "node:timers/promises";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { createRegistry } from "@hoplog/platform/metrics/registry.js";
import { clicksV1 } from "@hoplog/schema/topics/topic.js";
import { begunOnly } from "../deliveries/intents.ts";
import { createClosing } from "./closing.ts";
import { type IngestEnv, readSettings } from "./env.ts";
import { consumer, deliveryLimits, openParts } from "./parts.ts";

/** Timeout in milliseconds, longer than any insert takes. */
const timeoutMs = 120_000;

/**
 * Finishes the deliveries that an ingest had started when it was stopped, and no others, so that the rest of the log
 * may be moved to another log. No ingest may be running. Throws an Error on failure.
 */
export async function settleDeliveries(env: IngestEnv): Promise<void> {
  const logger = createLogger("settle", "error");
  const closing = createClosing(logger);
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const context = { logger, ending: timeout };
    const parts = await openParts(env, context, createRegistry("settle"), closing);
    const { log, counted, deliveries, delivering, ending } = parts;
    const options = { ...deliveryLimits(env), intents: begunOnly(deliveries) };
    const consumption = log.consume(clicksV1, consumer, options, delivering.deliver);
    closing.add("consumer", () => {
      ending.abort(new Error("ingest has completed the deliveries and is closing"));
      return consumption.stop();
    });
    while ((await counted.oldestOpen()) > 0) {
      if (timeout.aborted)
        throw new Error(
          "ingest could not finish counting clicks of earlier deliveries. Check whether ClickHouse is running",
        );
      await sleep(100);
    }
  } finally {
    await closing.close();
  }
}

if (import.meta.main) await settleDeliveries(readSettings());
