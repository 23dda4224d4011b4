import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Registry } from "prom-client";
import type { HealthReport } from "./health.ts";

export interface OpsSettings {
  /** Port to listen on; 0 selects a free one. */
  readonly port: number;
  readonly host: string;
  readonly registry: Registry;
  readonly health: () => Promise<HealthReport>;
  /** Further GET endpoints by path: each returns the status of a response without a body. */
  readonly questions?: Readonly<Record<string, (query: URLSearchParams) => number>>;
}

export interface OpsServer {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Starts the server for operators of a service, on a separate port: GET /healthz (200 if every part is ok, else 503)
 * with the state of each part, GET /metrics, and `questions`. Rejects if the port is taken.
 */
export async function serveOps(settings: OpsSettings): Promise<OpsServer> {
  const server = createServer((request, response) => {
    answer(settings, request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(settings.port, settings.host, resolve);
  });
  return {
    port: portOf(server.address()),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(settings: OpsSettings, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path = "", query = ""] = (request.url ?? "").split("?", 2);
  const question = Object.hasOwn(settings.questions ?? {}, path) ? settings.questions?.[path] : undefined;
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.writeHead(405, { allow: "GET, HEAD" }).end();
  } else if (path === "/healthz") {
    const report = await settings.health();
    response.writeHead(report.healthy ? 200 : 503, { "content-type": "application/json", "cache-control": "no-store" });
    response.end(JSON.stringify(report));
  } else if (path === "/metrics") {
    const body = await settings.registry.metrics();
    response.writeHead(200, { "content-type": settings.registry.contentType });
    response.end(body);
  } else if (question) {
    response.writeHead(question(new URLSearchParams(query)), { "cache-control": "no-store" }).end();
  } else {
    response.writeHead(404).end();
  }
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") throw new TypeError("the server does not listen on TCP");
  return address.port;
}
