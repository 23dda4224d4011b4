import { once } from "node:events";
import type { InjectOptions } from "fastify";
import type { TestApi } from "./testApi.ts";

/** A response; for an event stream, its first event. */
export interface Injected {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | number | undefined>>;
  readonly body: string;
  readonly rawPayload: Buffer;
}

/** Sends a request without a network connection. Endless streams are closed after their first event. */
export async function inject(
  api: TestApi,
  { method, ...options }: Omit<InjectOptions, "method"> & { readonly method: string },
): Promise<Injected> {
  const { statusCode, headers, stream } = await api.app.inject({
    ...options,
    method: method as "GET",
    payloadAsStream: true,
  });
  const isEvents = headers["content-type"]?.toString().startsWith("text/event-stream") ?? false;
  const parts: Buffer[] = [];
  const body = stream();
  const ended = once(body, "end");
  body.on("data", (part: Buffer) => {
    parts.push(part);
    if (isEvents && /^data:.*\n\n/m.test(Buffer.concat(parts).toString())) body.emit("end");
  });
  await ended;
  if (isEvents) body.destroy();
  const rawPayload = Buffer.concat(parts);
  return { statusCode, headers, body: rawPayload.toString(), rawPayload };
}
