import { createServer, type Server, type ServerResponse } from "node:http";
import { namesOneHost } from "@hoplog/platform/http/oneHost.js";
import { isAskedFromInside } from "@hoplog/platform/metrics/inside.js";
import type { OperationAnswer } from "../control/messages.ts";
import type { HandleRedirect } from "./redirects.ts";

export interface ServerSettings {
  readonly handleRedirect: HandleRedirect;
  /** Health or metrics, by their paths. */
  readonly operation: (path: string) => Promise<OperationAnswer>;
  /** What visitors see; metrics are not given under this name unless it is this machine. */
  readonly shortUrl: string;
  readonly keepAliveSeconds: number;
}

/** Answers every request that is HTTP. Does not listen: it is given its connections. */
export function createRedirectServer(settings: ServerSettings): Server {
  const server = createServer({
    keepAliveTimeout: settings.keepAliveSeconds * 1000,
    headersTimeout: 10_000,
    requestTimeout: 15_000,
    connectionsCheckingInterval: 2000,
    maxHeaderSize: 16 * 1024,
  });
  server.on("request", (request, response) => {
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.writeHead(405, { allow: "GET, HEAD", "content-length": 0 }).end();
      return;
    }
    if (!namesOneHost(request)) {
      response.writeHead(400, { connection: "close", "content-length": 0 }).end();
      return;
    }
    const target = request.url ?? "/";
    const mark = target.indexOf("?");
    const path = mark < 0 ? target : target.slice(0, mark);
    const isOperation =
      path === "/healthz" || (path === "/metrics" && isAskedFromInside(request.headers, settings.shortUrl));
    if (isOperation) void sendOperation(settings, path, response);
    else settings.handleRedirect(request, response, path, mark < 0 ? "" : target.slice(mark + 1));
  });
  return server;
}

async function sendOperation(settings: ServerSettings, path: string, response: ServerResponse): Promise<void> {
  const { status, type, body } = await settings.operation(path);
  response.writeHead(status, { "content-type": type, "cache-control": "no-store" });
  response.end(body);
}
