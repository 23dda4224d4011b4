import { createServer, type Server, type ServerResponse } from "node:http";
import type { HealthReport } from "@hoplog/platform/metrics/health.js";
import { isAskedFromInside } from "@hoplog/platform/metrics/inside.js";
import type { Registry } from "prom-client";
import type { HandleRedirect } from "./redirects.ts";

export interface ServerSettings {
  readonly handleRedirect: HandleRedirect;
  readonly health: () => Promise<HealthReport>;
  readonly registry: Registry;
  /** What visitors see; metrics are not given under this name unless it is this machine. */
  readonly shortUrl: string;
}

/** The redirector's server, not listening yet. Slow and idle connections are closed. */
export function createRedirectServer(settings: ServerSettings): Server {
  const server = createServer({ keepAliveTimeout: 30_000, headersTimeout: 10_000, requestTimeout: 15_000 });
  server.on("request", (request, response) => {
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.writeHead(405, { allow: "GET, HEAD", "content-length": 0 }).end();
      return;
    }
    const target = request.url ?? "/";
    const mark = target.indexOf("?");
    const path = mark < 0 ? target : target.slice(0, mark);
    if (path === "/healthz") void sendHealth(settings, response);
    else if (path === "/metrics" && isAskedFromInside(request.headers, settings.shortUrl))
      void sendMetrics(settings, response);
    else settings.handleRedirect(request, response, path, mark < 0 ? "" : target.slice(mark + 1));
  });
  return server;
}

async function sendHealth({ health }: ServerSettings, response: ServerResponse): Promise<void> {
  const report = await health();
  response.writeHead(report.healthy ? 200 : 503, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(JSON.stringify(report));
}

async function sendMetrics({ registry }: ServerSettings, response: ServerResponse): Promise<void> {
  const body = await registry.metrics();
  response.writeHead(200, { "content-type": registry.contentType, "cache-control": "no-store" }).end(body);
}
