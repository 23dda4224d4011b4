import type { KafkaConnection } from "@hoplog/platform/env/connections.js";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { superviseThread } from "../threads/superviseThread.ts";
import type { Shipped } from "./ship.ts";
import type { SettledTallies } from "./tallyFile.ts";
import type { TraceSettings } from "@hoplog/platform/tracing/openTraces.js";

export interface Shipper {
  /** There is a new closed chunk. */
  notify(): void;
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
    // It ends by itself at the first of these times.
    stop: () => thread.stop({ kind: "stop", timeoutMs: stopTimeoutMs }, 2 * stopTimeoutMs),
  };
}

/** From the shipping thread to the redirector. */
export type ShipperReport =
  | ({ readonly kind: "shipped" } & Shipped)
  | { readonly kind: "failed"; readonly reason: string }
  /** What dead owners of slots have counted as dropped. */
  | { readonly kind: "tallies"; readonly tallies: SettledTallies }
  | { readonly kind: "stopped" };

/** From the redirector to the shipping thread. */
export type ShipperOrder =
  | { readonly kind: "closed" }
  /** The folders of the living listeners, of which it ships. */
  | { readonly kind: "own"; readonly folders: readonly string[] }
  | { readonly kind: "stop"; readonly timeoutMs: number };

export interface ShipperData {
  readonly directory: string;
  readonly databaseUrl: string;
  readonly kafka: KafkaConnection | undefined;
  readonly logLevel: string;
  readonly traces: TraceSettings;
}
