import type { KafkaConnection } from "@hoplog/platform/env/connections.js";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { superviseThread } from "../threads/superviseThread.ts";
import type { Shipped } from "./ship.ts";
import type { SettledTallies } from "./tallyFile.ts";
import type { TraceSettings } from "@hoplog/platform/tracing/openTraces.js";

export interface Shipper {
  /** Signals that a chunk was closed. */
  notify(): void;
  /** Sets the folders of this process's running listeners; chunks of other processes are found by periodic scans. */
  setFolders(folders: readonly string[]): void;
  /** Returns the last error; null if there was none, or once chunks were shipped after it. */
  problem(): string | null;
  /** Ships the remaining chunks within a time limit; chunks that are left over are shipped after the next start. */
  stop(): Promise<void>;
}

const stopTimeoutMs = 2000;

/**
 * Heap limits of the thread in megabytes: several times what one append needs, but low enough that garbage is collected
 * before it fills the machine's memory.
 */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 24 };

/** Ships closed chunks on a separate thread, so that redirects never wait for encoding or the network. */
export function startShipper(
  data: ShipperData,
  logger: Logger,
  onShipped: (shipped: Shipped) => void,
  onTallies: (tallies: SettledTallies) => void,
): Shipper {
  let problem: string | null = null;
  let folders: readonly string[] = [];
  const own = (): ShipperOrder => ({ kind: "own", folders });
  const thread = superviseThread<ShipperOrder, ShipperReport>({
    name: "the shipping thread",
    program: new URL("./shipperThread", import.meta.url),
    data,
    resourceLimits,
    logger,
    onReport(report) {
      if (report.kind === "failed") problem = report.reason;
      if (report.kind === "tallies") onTallies(report.tallies);
      if (report.kind === "shipped") {
        problem = null;
        onShipped(report);
      }
    },
    first: own,
  });

  return {
    notify: () => thread.order({ kind: "closed" }),
    setFolders(present) {
      folders = present;
      thread.order(own());
    },
    problem: () => problem,
    // The thread ends by itself at the first of these timeouts.
    stop: () => thread.stop({ kind: "stop", timeoutMs: stopTimeoutMs }, 2 * stopTimeoutMs),
  };
}

/** Messages from the shipping thread to the redirector. */
export type ShipperReport =
  | ({ readonly kind: "shipped" } & Shipped)
  | { readonly kind: "failed"; readonly reason: string }
  /** Requests that dead owners of slots counted as dropped. */
  | { readonly kind: "tallies"; readonly tallies: SettledTallies }
  | { readonly kind: "stopped" };

/** Messages from the redirector to the shipping thread. */
export type ShipperOrder =
  | { readonly kind: "closed" }
  /** The folders of the running listeners, whose chunks are shipped. */
  | { readonly kind: "own"; readonly folders: readonly string[] }
  | { readonly kind: "stop"; readonly timeoutMs: number };

export interface ShipperData {
  readonly directory: string;
  readonly databaseUrl: string;
  readonly kafka: KafkaConnection | undefined;
  readonly logLevel: string;
  readonly traces: TraceSettings;
}
