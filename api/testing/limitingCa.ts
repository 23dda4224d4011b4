import { readFile } from "node:fs/promises";
import { createServer, request } from "node:https";
import path from "node:path";
import type { Pebble } from "@hoplog/platform/testing/pebble.js";
import { listenAnywhere } from "./listenAnywhere.ts";

export interface LimitingCa {
  readonly directory: string;
  /** Rejects POST requests to a path from now on; null ends this. */
  refuse(limit: Limit | null): void;
  /** Returns the number of requests to a path so far, including rejected ones. */
  count(path: string): number;
  close(): Promise<void>;
}

export interface Limit {
  readonly path: string;
  readonly status: number;
  readonly type: string;
  readonly detail: string;
  readonly retryAfter?: string;
}

/** Opens a proxy with limits in front of a CA, which has none. */
export async function openLimitingCa(pebble: Pebble): Promise<LimitingCa> {
  const folder = path.dirname(pebble.caFile);
  const [ca, cert, key] = await Promise.all(
    ["ca.crt", "server.crt", "server.key"].map((name) => readFile(path.join(folder, name))),
  );
  let limit: Limit | null = null;
  const counts = new Map<string, number>();
  const server = createServer({ cert, key }, (incoming, response) => {
    const { url = "", method, headers } = incoming;
    counts.set(url, (counts.get(url) ?? 0) + 1);
    if (limit && url.startsWith(limit.path) && method === "POST") {
      const { status, type, detail, retryAfter } = limit;
      incoming.resume();
      response.writeHead(status, {
        "content-type": "application/problem+json",
        ...(retryAfter !== undefined && { "retry-after": retryAfter }),
      });
      response.end(JSON.stringify({ type: `urn:ietf:params:acme:error:${type}`, detail, status }));
      return;
    }
    // Passes on the proxy's own host, because the CA builds its URLs from it.
    const outgoing = request({ host: "127.0.0.1", port: pebble.port, path: url, method, headers, ca }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    outgoing.on("error", () => response.destroy());
    incoming.pipe(outgoing);
  });
  const port = await listenAnywhere(server);
  return {
    directory: `https://127.0.0.1:${port}/dir`,
    refuse(next) {
      limit = next;
    },
    count: (url) => counts.get(url) ?? 0,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
