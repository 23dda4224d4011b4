import type { Logger } from "@hoplog/platform/logging/logger.js";
import { keepThread } from "../threads/keepThread.ts";
import type { Shipped } from "./ship.ts";
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

const stopTimeoutMs = 2000;

/** In megabytes, several times what one append takes: its garbage is collected before it fills the machine. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 24 };

/** Ships closed chunks on a thread of its own, so that redirects never wait for encoding or the network. */
export function startShipper(data: ShipperData, logger: Logger, onShipped: (shipped: Shipped) => void): Shipper {
  let problem: string | null = null;
  let folders: readonly string[] = [];
  const own = (): ShipperOrder => ({ kind: "own", folders });
  const thread = keepThread<ShipperOrder, ShipperReport>({
    name: "the shipping thread",
    program: new URL("./shipperThread", import.meta.url),
    data,
    resourceLimits,
    logger,
    onReport(report) {
      if (report.kind === "failed") problem = report.reason;
      if (report.kind === "shipped") {
        problem = null;
        onShipped(report);
      }
    },
    first: own,
  });

  return {
    wake: () => thread.order({ kind: "closed" }),
    setFolders(present) {
      folders = present;
      thread.order(own());
    },
    problem: () => problem,
    // It ends by itself at the first of these times.
    stop: () => thread.stop({ kind: "stop", timeoutMs: stopTimeoutMs }, 2 * stopTimeoutMs),
  };
}
