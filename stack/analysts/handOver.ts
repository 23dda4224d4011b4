import { once } from "node:events";
import { type IncomingMessage, request as send, type ServerResponse } from "node:http";
import type { CopyEngine, Flight } from "./engine.ts";
import { handedOn, type Question } from "./request.ts";

/** An engine's response. */
type Answer = AsyncIterable<Uint8Array> & Pick<IncomingMessage, "statusCode" | "headers">;
type Sent = Pick<Question, "method" | "path" | "headers" | "body">;

/**
 * Maximum bytes of response headers: ClickHouse sends progress as many headers if a query requests it, and Node allows
 * only 16 kB by default.
 */
const headersMax = 1_048_576;
/** Milliseconds past the query's limit that a response waits for its reader. */
const readerGraceMs = 5000;

/** Sends a query to an engine and resolves with the head of the response. */
export function ask(engine: CopyEngine, { method, path, headers, body }: Sent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = send(
      {
        host: "127.0.0.1",
        port: engine.port,
        method,
        path,
        headers: { ...headers, "content-length": body.length, connection: "close" },
        agent: false,
        maxHeaderSize: headersMax,
      },
      resolve,
    );
    // A second error without a listener would end the process.
    sent.on("error", reject);
    sent.end(body);
  });
}

/**
 * Streams the response to the client. Resolves when the engine has ended the query, even if the client has stopped
 * reading. A client that reads too slowly is disconnected five seconds after the query's time limit.
 */
export async function handOver(
  upstream: Answer,
  response: ServerResponse,
  flight: Flight,
  gone: Promise<void>,
): Promise<void> {
  if (!response.destroyed) {
    response.writeHead(upstream.statusCode ?? 500, handedOn(upstream.headers));
    response.flushHeaders();
  }
  const begunAt = performance.now();
  const stallsEnd = new AbortController();
  const endStalls = () => stallsEnd.abort();
  void gone.then(endStalls);
  const checkDeadline = () => {
    // A query may raise its own limit, which is known once the engine lists the query.
    const leftMs = begunAt + flight.limitMs + readerGraceMs - performance.now();
    if (leftMs <= 0) response.destroy();
    else timer = setTimeout(checkDeadline, leftMs);
  };
  let timer = setTimeout(checkDeadline, flight.limitMs + readerGraceMs);
  // The same deadline applies to the rest of a response whose query has ended.
  response.once("close", () => {
    clearTimeout(timer);
    endStalls();
  });
  try {
    for await (const chunk of upstream) {
      if (response.destroyed) flight.abandoned = true;
      else if (!response.write(chunk)) {
        flight.isStalled = true;
        // The stream rejects when the client or the engine is disconnected; the next iteration handles both.
        await once(response, "drain", { signal: stallsEnd.signal }).catch(() => undefined);
        flight.isStalled = false;
        flight.stalledAt = performance.now();
      }
    }
  } catch (error) {
    response.destroy();
    throw error;
  }
  response.end();
}
