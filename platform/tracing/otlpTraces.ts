import { randomUUID } from "node:crypto";
import { ROOT_CONTEXT, SpanKind, trace, TraceFlags } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { AlwaysOnSampler, BatchSpanProcessor, RandomIdGenerator, TracerProvider } from "@opentelemetry/sdk-trace";
import { isFollowed, type TraceAttributes, type Traces } from "./traces.ts";

const closeTimeoutMs = 2000;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Sends the spans of traced batches and requests to `endpoint` by OTLP over HTTP, once a second. */
export function openOtlpTraces(service: string, endpoint: string, ratio: number): Traces {
  const random = new RandomIdGenerator();
  let rootOf: string | null = null;
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": `hoplog-${service}`, "service.namespace": "hoplog" }),
    sampler: new AlwaysOnSampler(),
    // The first span of a trace has the ids that other services derive from the batch's id.
    idGenerator: {
      generateTraceId: () => (rootOf === null ? random.generateTraceId() : traceIdOf(rootOf)),
      generateSpanId: () => (rootOf === null ? random.generateSpanId() : rootSpanIdOf(rootOf)),
    },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: closeTimeoutMs }),
        scheduledDelayMillis: 1000,
        exportTimeoutMillis: closeTimeoutMs,
      }),
    ],
  });
  const tracer = provider.getTracer("hoplog");

  function root(id: string, name: string, from: number, until: number, attributes: TraceAttributes): void {
    rootOf = id;
    const span = tracer.startSpan(name, { kind: SpanKind.SERVER, startTime: from, attributes, root: true });
    rootOf = null;
    span.end(until);
  }

  return {
    isOn: true,
    begin(batchId, from, until, attributes) {
      if (isFollowed(batchId, ratio)) root(batchId, "clicks", from, until, attributes);
    },
    request(id, name, from, until, attributes) {
      // A proxy's request ids may have any form, so those that are not UUIDs are replaced.
      const own = uuid.test(id) ? id : randomUUID();
      if (isFollowed(own, ratio)) root(own, name, from, until, { ...attributes, "hoplog.request_id": id });
    },
    step(batchId, name, from, until, attributes = {}) {
      if (!isFollowed(batchId, ratio)) return;
      const parent = trace.setSpanContext(ROOT_CONTEXT, {
        traceId: traceIdOf(batchId),
        spanId: rootSpanIdOf(batchId),
        traceFlags: TraceFlags.SAMPLED,
        isRemote: true,
      });
      tracer.startSpan(name, { startTime: from, attributes }, parent).end(until);
    },
    async close() {
      const late = new Promise<void>((resolve) => setTimeout(resolve, closeTimeoutMs).unref());
      await Promise.race([provider.shutdown().catch(() => {}), late]);
    },
  };
}

const traceIdOf = (batchId: string): string => batchId.replaceAll("-", "");
const rootSpanIdOf = (batchId: string): string => traceIdOf(batchId).slice(-16);
