import { noTraces, type Traces } from "./traces.ts";

/** Where traces go, and the share of batches and requests that are followed. */
export interface TraceSettings {
  /** An OTLP receiver over HTTP, without /v1/traces. Traces are off without it. */
  readonly endpoint?: string | undefined;
  /** From 0 to 1. */
  readonly ratio: number;
}

/** The libraries are loaded only where traces are on. */
export async function openTraces(service: string, { endpoint, ratio }: TraceSettings): Promise<Traces> {
  if (!endpoint || ratio === 0) return noTraces;
  const { openOtlpTraces } = await import("./otlpTraces.ts");
  return openOtlpTraces(service, endpoint, ratio);
}
