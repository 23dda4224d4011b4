import { counted } from "@hoplog/schema/counted.js";
import { parentPort, workerData } from "node:worker_threads";
import { kafkaConnection } from "@hoplog/platform/env/connections.js";
import { logLevel } from "@hoplog/platform/env/pieces.js";
import { openEventLog } from "@hoplog/platform/drivers/openEventLog.js";
import type { EventLog } from "@hoplog/platform/log/port.js";
import { createNotifier } from "@hoplog/platform/retry/notifier.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { createBackoff } from "@hoplog/platform/retry/retry.js";
import { openTraces } from "@hoplog/platform/tracing/openTraces.js";
import { z } from "zod";
import { lowerThreadPriority } from "../threads/priority.ts";
import { added, createShippedFolders, emptyShipment } from "./shippedFolders.ts";
import type { ShipperOrder, ShipperReport } from "./shipper.ts";

const {
  directory,
  databaseUrl,
  kafka,
  logLevel: level,
  traces: traceSettings,
} = z
  .object({
    directory: z.string(),
    databaseUrl: z.string(),
    kafka: kafkaConnection.optional(),
    logLevel,
    traces: z.object({ endpoint: z.string().optional(), ratio: z.number() }),
  })
  .parse(workerData);
const logger = createLogger("redirector", level);

// Low priority, so that requests are handled first if they share a core with this thread.
lowerThreadPriority();
const notifier = createNotifier();
const ending = new AbortController();

const traces = await openTraces("redirector", traceSettings);
const folders = createShippedFolders({
  spool: directory,
  logger,
  onTallies: (tallies) => report({ kind: "tallies", tallies }),
  onShipped({ id, clicks, firstAt, readAt, shippedAt }) {
    traces.begin(id, firstAt, shippedAt, { clicks });
    traces.step(id, "ship", readAt, shippedAt);
  },
});

/** Milliseconds between scans for chunks left by other processes. */
const scanIntervalMs = 1000;

parentPort?.on("message", (order: ShipperOrder) => {
  if (order.kind === "own") folders.setOwn(order.folders);
  if (order.kind === "stop") {
    ending.abort();
    setTimeout(() => process.exit(0), order.timeoutMs).unref();
  }
  notifier.notify();
});

function report(message: ShipperReport): void {
  parentPort?.postMessage(message);
}

async function shipUntilEnd(): Promise<void> {
  const backoff = createBackoff(100, 5000);
  let log: EventLog | null = null;
  let scannedAt = 0;
  for (;;) {
    try {
      log ??= await openEventLog({ databaseUrl, kafka, logger });
      const own = await folders.shipOwn(log);
      const isTimeToScan = ending.signal.aborted || Date.now() - scannedAt >= scanIntervalMs;
      const left = isTimeToScan ? await folders.shipLeft(log) : emptyShipment;
      if (isTimeToScan && left.chunks === 0) scannedAt = Date.now();
      const shipped = added(own, left);
      backoff.reset();
      if (shipped.chunks > 0) report({ kind: "shipped", ...shipped });
      if (shipped.stuck > 0) report({ kind: "failed", reason: `${counted(shipped.stuck, "chunk")} unreadable` });
      if (shipped.chunks > 0) continue;
      if (ending.signal.aborted) break;
      await notifier.wait(scanIntervalMs, ending.signal);
    } catch (error) {
      report({ kind: "failed", reason: error instanceof Error ? error.message : String(error) });
      logger.warn({ err: error }, "cannot ship clicks: they stay in the spool");
      if (ending.signal.aborted) break;
      await backoff.pause(ending.signal);
    }
  }
  await log?.close();
}

await shipUntilEnd();
await traces.close();
report({ kind: "stopped" });
parentPort?.close();
