import { noTraces, type Traces } from "./traces.ts";

/** The receiver of traces, and the ratio of batches and requests that are traced. */
export interface TraceSettings {
  /** The URL of an OTLP receiver over HTTP, without /v1/traces. Traces are off if it is missing. */
  readonly endpoint?: string | undefined;
  /** From 0 to 1. */
  readonly ratio: number;
}

/** Opens traces; the libraries are loaded only if traces are on. */
export async function openTraces(service: string, { endpoint, ratio }: TraceSettings): Promise<Traces> {
  if (!endpoint || ratio === 0) return noTraces;
  const { openOtlpTraces } = await import("./otlpTraces.ts");
  return openOtlpTraces(service, endpoint, ratio);
}
