import { Worker } from "node:worker_threads";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import type { ShipperData, ShipperOrder, ShipperReport } from "./shipperMessages.ts";

export interface Shipper {
  /** There is a new closed chunk. */
  wake(): void;
  /** The folders that our living listeners write to; what others have left is looked for now and then. */
  setFolders(folders: readonly string[]): void;
  /** Null while the last attempt went well. */
  problem(): string | null;
  /** Ships what is there, and gives up in time: what is left goes out after the next start. */
  stop(): Promise<void>;
}

const stopWithinMs = 2000;

/** In megabytes, several times what one append takes: its garbage is collected before it fills the machine. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 24 };

/** Ships closed chunks on a thread of its own, so that redirects never wait for encoding or the network. */
export function startShipper(
  data: ShipperData,
  logger: Logger,
  onShipped: (shipped: { chunks: number; clicks: number; tornBytes: number }) => void,
): Shipper {
  let problem: string | null = null;
  let stopping = false;
  let folders: readonly string[] = [];
  let worker = start();

  function start(): Worker {
    const thread = new Worker(new URL(`./shipperThread${extension}`, import.meta.url), {
      workerData: data,
      resourceLimits,
    });
    thread.on("message", (message: ShipperReport) => {
      if (message.kind === "failed") problem = message.reason;
      if (message.kind === "shipped") {
        problem = null;
        onShipped(message);
      }
    });
    thread.on("error", (error) => logger.error({ err: error }, "the shipping thread failed"));
    thread.on("exit", () => {
      if (!stopping) setTimeout(() => stopping || (worker = start()), 500);
    });
    thread.postMessage({ kind: "own", folders } satisfies ShipperOrder);
    return thread;
  }

  const order = (message: ShipperOrder): void => worker.postMessage(message);
  return {
    wake: () => order({ kind: "closed" }),
    setFolders(present) {
      folders = present;
      order({ kind: "own", folders });
    },
    problem: () => problem,
    async stop() {
      stopping = true;
      const exited = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
      order({ kind: "stop", withinMs: stopWithinMs });
      await exited;
    },
  };
}

/** This file's own: `.js` when built, `.ts` where Node reads the source. */
const extension = import.meta.url.endsWith(".ts") ? ".ts" : ".js";
