import { parentPort, workerData } from "node:worker_threads";
import { logLevel } from "@hoplog/platform/env/pieces.js";
import { openEventLog } from "@hoplog/platform/drivers/openEventLog.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { z } from "zod";
import { startFeed } from "./feed.ts";
import type { FeedOrder, FeedReport } from "./feedMessages.ts";
import { openReplica } from "./replica.ts";

const data = z
  .object({
    folder: z.string(),
    databaseUrl: z.string(),
    kafkaBrokers: z.array(z.string()).optional(),
    logLevel,
  })
  .parse(workerData);
const { folder, databaseUrl, kafkaBrokers } = data;
const logger = createLogger("redirector", data.logLevel);
const replica = openReplica(folder);
const feed = startFeed({
  replica,
  openLog: () => openEventLog({ databaseUrl, kafkaBrokers, logger }),
  logger,
  now: () => Date.now(),
  onComplete: () => report({ kind: "complete" }),
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
