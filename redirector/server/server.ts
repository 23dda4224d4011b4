import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { refuseExpectations } from "@hoplog/platform/http/expectations.js";
import { namesOneHost } from "@hoplog/platform/http/oneHost.js";
import { requestIdHeader, requestIds } from "@hoplog/platform/http/requestIds.js";
import { publicHealth } from "@hoplog/platform/metrics/health.js";
import type { IsTrusted } from "@hoplog/platform/visitor/address.js";
import type { AnswerResult } from "../control/messages.ts";
import { isHttpsRequest, isEncrypted } from "./isHttpsRequest.ts";
import type { HttpsLocation } from "./httpsLocation.ts";
import { refuseMethod } from "./passwordPosts.ts";
import { type Incoming, redirectTo, refuse } from "./visit.ts";

export interface ServerSettings {
  readonly handleRedirect: (incoming: Incoming) => void;
  /** Handles a POST or PUT. */
  readonly handlePost: (incoming: Incoming) => void;
  readonly isHealthy: () => Promise<boolean>;
  readonly isTrusted: IsTrusted;
  readonly newRequestId: () => string;
  /** Called when a visitor gets a response that something is temporarily unavailable. */
  readonly onUnavailable: (requestId: string) => void;
  readonly keepAliveSeconds: number;
  /** The app served on the same port; null for none. */
  readonly app: AppBehind | null;
  /** Redirects to https; null if http requests are not redirected. */
  readonly httpsLocation: HttpsLocation | null;
  readonly tlsHeaders: Readonly<Record<string, string>>;
  readonly onAnswer: (result: AnswerResult) => void;
}

/** An app behind this server, which receives the requests that belong to it. */
export interface AppBehind {
  /** Returns whether the app handles the request. */
  take(incoming: Incoming, requestId: string): boolean;
  takesUpgrade(request: IncomingMessage): boolean;
  upgrade(request: IncomingMessage, visitor: Duplex, head: Buffer, requestId: string): void;
}

/** Timeout in milliseconds for receiving a whole request if there is no app, because all requests are then small. */
const requestTimeout = 15_000;

/**
 * Creates the server that answers all HTTP requests. It does not listen: callers emit connections on it and handle its
 * parser errors.
 */
export function createRedirectServer(settings: ServerSettings): Server {
  const { app } = settings;
  const server = createServer({
    keepAliveTimeout: settings.keepAliveSeconds * 1000,
    headersTimeout: 10_000,
    // With an app there is no timeout: the app limits the duration of uploads.
    requestTimeout: app === null ? requestTimeout : 0,
    connectionsCheckingInterval: 2000,
    maxHeaderSize: 16 * 1024,
    // A missing Host header is handled below, so that the response has the request's id.
    requireHostHeader: false,
    // Other upgrade requests are answered as ordinary requests.
    shouldUpgradeCallback: (request) =>
      app !== null && namesOneHost(request) && locationByHttps(settings, request) === null && app.takesUpgrade(request),
  });
  const idOf = requestIds(settings.newRequestId, settings.isTrusted);
  const tlsHeaders = Object.entries(settings.tlsHeaders);
  refuseExpectations(server, idOf);
  server.on("request", (request, response) => {
    const id = idOf(request);
    response.setHeader(requestIdHeader, id);
    if (isEncrypted(request)) for (const [name, value] of tlsHeaders) response.setHeader(name, value);
    const target = request.url ?? "/";
    const mark = target.indexOf("?");
    const path = mark < 0 ? target : target.slice(0, mark);
    const incoming = { request, response, path, query: mark < 0 ? "" : target.slice(mark + 1) };
    const hasBody = request.method === "POST" || request.method === "PUT";
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (!hasBody && !isRead && app === null) return refuseMethod(incoming);
    if (!namesOneHost(request)) return refuse(response, 400, { connection: "close" });
    if (isRead && path === "/healthz") return void sendHealth(settings, response);
    const location = locationByHttps(settings, request);
    if (location !== null) return redirectToHttps(settings, incoming, location);
    if (app?.take(incoming, id)) return;
    if (!hasBody && !isRead) return refuseMethod(incoming);
    response.once("finish", () => response.statusCode >= 500 && settings.onUnavailable(id));
    if (hasBody) settings.handlePost(incoming);
    else settings.handleRedirect(incoming);
  });
  if (app) {
    server.on("upgrade", (request: IncomingMessage, visitor: Duplex, head: Buffer) =>
      app.upgrade(request, visitor, head, idOf(request)),
    );
  }
  return server;
}

/** Returns the https URL to which a plain http request is redirected; null if the request is answered on http. */
function locationByHttps({ httpsLocation, isTrusted }: ServerSettings, request: IncomingMessage): string | null {
  if (!httpsLocation || isHttpsRequest({ request }, isTrusted)) return null;
  return httpsLocation(request.headers.host ?? "", request.url ?? "");
}

function redirectToHttps({ onAnswer }: ServerSettings, { request, response }: Incoming, location: string): void {
  // Closes the connection instead of waiting for the request body.
  if (request.method !== "GET" && request.method !== "HEAD") response.setHeader("connection", "close");
  redirectTo(response, { status: 308, location, cookies: [] });
  onAnswer("https");
}

async function sendHealth(settings: ServerSettings, response: ServerResponse): Promise<void> {
  const { code, body } = publicHealth({ redirects: await settings.isHealthy() });
  response.writeHead(code, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(JSON.stringify(body));
}
