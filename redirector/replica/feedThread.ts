import { parentPort, workerData } from "node:worker_threads";
import { kafkaConnection } from "@hoplog/platform/env/connections.js";
import { logLevel } from "@hoplog/platform/env/pieces.js";
import { openEventLog } from "@hoplog/platform/drivers/openEventLog.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { z } from "zod";
import { startFeed } from "./feed.ts";
import type { FeedOrder, FeedReport } from "./feedWorker.ts";
import { replicaFolder } from "./folders.ts";
import { openReplica } from "./replica.ts";

const data = z
  .object({
    slotFolder: z.string(),
    databaseUrl: z.string(),
    kafka: kafkaConnection.optional(),
    logLevel,
  })
  .parse(workerData);
const { slotFolder, databaseUrl, kafka } = data;
const logger = createLogger("redirector", data.logLevel);
const replica = openReplica(replicaFolder(slotFolder));
const feed = startFeed({
  replica,
  openLog: () => openEventLog({ databaseUrl, kafka, logger }),
  logger,
  now: () => Date.now(),
  onComplete: () => report({ kind: "complete" }),
  onUnreadable: (count) => report({ kind: "unreadable", count }),
});

parentPort?.on("message", (order: FeedOrder) => {
  if (order.kind === "stop") void stop();
  else void check(order.id);
});

function report(message: FeedReport): void {
  parentPort?.postMessage(message);
}

async function check(id: number): Promise<void> {
  const problem = await feed.check().then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : "failing"),
  );
  report({ kind: "checked", id, problem });
}

async function stop(): Promise<void> {
  await feed.stop();
  await replica.close();
  parentPort?.close();
}
