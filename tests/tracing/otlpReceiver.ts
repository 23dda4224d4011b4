import { createServer } from "node:http";
import { freePort } from "@hoplog/platform/process/freePort.js";
import { z } from "zod";

const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  startTimeUnixNano: z.coerce.bigint(),
  endTimeUnixNano: z.coerce.bigint(),
});
const attribute = z.object({ key: z.string(), value: z.object({ stringValue: z.string().optional() }) });
const body = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
});

export type ReceivedSpan = z.output<typeof span> & { readonly service: string };

/** Starts a fake OpenTelemetry collector that receives spans by OTLP over HTTP as JSON. */
export async function openOtlpReceiver() {
  const spans: ReceivedSpan[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString("utf8")));
    request.on("end", () => {
      for (const { resource, scopeSpans } of body.parse(JSON.parse(text)).resourceSpans) {
        const service = resource.attributes.find(({ key }) => key === "service.name")?.value.stringValue ?? "";
        for (const one of scopeSpans.flatMap((scope) => scope.spans)) spans.push({ ...one, service });
      }
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
