import { parentPort, workerData } from "node:worker_threads";
import { logLevel } from "@hoplog/platform/env/pieces.js";
import { openEventLog } from "@hoplog/platform/log/open.js";
import type { EventLog } from "@hoplog/platform/log/port.js";
import { createWakeUps } from "@hoplog/platform/retry/wakeUps.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { createBackoff } from "@hoplog/platform/retry/backoff.js";
import { z } from "zod";
import { shipChunks } from "./ship.ts";
import type { ShipperOrder, ShipperReport } from "./shipperMessages.ts";

const {
  directory,
  databaseUrl,
  logLevel: level,
} = z.object({ directory: z.string(), databaseUrl: z.string(), logLevel }).parse(workerData);
const logger = createLogger("redirector", level);
const wakeUps = createWakeUps();
const ending = new AbortController();

/** Chunks may have been left by another process: look by ourselves too. */
const lookMs = 1000;

parentPort?.on("message", (order: ShipperOrder) => {
  if (order.kind === "stop") {
    ending.abort();
    setTimeout(() => process.exit(0), order.withinMs).unref();
  }
  wakeUps.wake();
});

function report(message: ShipperReport): void {
  parentPort?.postMessage(message);
}

async function shipUntilEnd(): Promise<void> {
  const backoff = createBackoff(100, 5000);
  let log: EventLog | null = null;
  for (;;) {
    try {
      log ??= await openEventLog({ databaseUrl, logger });
      const shipped = await shipChunks(directory, log);
      backoff.reset();
      if (shipped.chunks > 0) report({ kind: "shipped", ...shipped });
      else if (ending.signal.aborted) break;
      else await wakeUps.sleep(lookMs, ending.signal);
    } catch (error) {
      report({ kind: "failed", reason: error instanceof Error ? error.message : String(error) });
      logger.warn({ err: error }, "clicks can't be shipped just now: they stay in the spool");
      if (ending.signal.aborted) break;
      await backoff.pause(ending.signal);
    }
  }
  await log?.close();
}

await shipUntilEnd();
report({ kind: "stopped" });
parentPort?.close();
