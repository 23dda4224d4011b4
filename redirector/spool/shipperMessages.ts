import type { TraceSettings } from "@hoplog/platform/tracing/batchTraces.js";
import type { Shipped } from "./ship.ts";

/** From the shipping thread to the redirector. */
export type ShipperReport =
  | ({ readonly kind: "shipped" } & Shipped)
  | { readonly kind: "failed"; readonly reason: string }
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
  readonly kafkaBrokers: readonly string[] | undefined;
  readonly logLevel: string;
  readonly traces: TraceSettings;
}
