import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { refuseExpectations } from "@hoplog/platform/http/expectations.js";
import { namesOneHost } from "@hoplog/platform/http/oneHost.js";
import { requestIdHeader, requestIds } from "@hoplog/platform/http/requestIds.js";
import { publicHealth } from "@hoplog/platform/metrics/health.js";
import type { IsTrusted } from "@hoplog/platform/visitor/address.js";
import type { AnswerResult } from "../control/messages.ts";
import { cameByHttps, isEncrypted } from "./cameByHttps.ts";
import type { HttpsLocation } from "./httpsLocation.ts";
import { refuseMethod } from "./passwordPosts.ts";
import { type Incoming, redirectTo, refuse } from "./visit.ts";

export interface ServerSettings {
  readonly handleRedirect: (incoming: Incoming) => void;
  /** A POST or PUT. */
  readonly handlePost: (incoming: Incoming) => void;
  readonly isHealthy: () => Promise<boolean>;
  readonly isTrusted: IsTrusted;
  readonly newRequestId: () => string;
  /** A visitor was told that something does not work just now. */
  readonly onUnavailable: (requestId: string) => void;
  readonly keepAliveSeconds: number;
  /** Behind this port too; null for none. */
  readonly app: AppBehind | null;
  /** Null where nobody is led from http to https. */
  readonly httpsLocation: HttpsLocation | null;
  readonly tlsHeaders: Readonly<Record<string, string>>;
  readonly onAnswer: (result: AnswerResult) => void;
}

/** An app to which requests are passed on that are its own. */
export interface AppBehind {
  /** Whether it has taken the request. */
  take(incoming: Incoming, requestId: string): boolean;
  takesUpgrade(request: IncomingMessage): boolean;
  upgrade(request: IncomingMessage, visitor: Duplex, head: Buffer, requestId: string): void;
}

/** For a request to be whole, where all are small, in milliseconds. */
const requestTimeout = 15_000;

/** Answers every request that is HTTP. Does not listen: it is given its connections, and what it can't parse is for whoever gives them. */
export function createRedirectServer(settings: ServerSettings): Server {
  const { app } = settings;
  const server = createServer({
    keepAliveTimeout: settings.keepAliveSeconds * 1000,
    headersTimeout: 10_000,
    // How long an upload may take is the app's to say.
    requestTimeout: app === null ? requestTimeout : 0,
    connectionsCheckingInterval: 2000,
    maxHeaderSize: 16 * 1024,
    // Refused below instead, with the request's id.
    requireHostHeader: false,
    // Others are answered as if they had not asked for it.
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
    if (location !== null) return leadToHttps(settings, incoming, location);
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

/** Where a request is led that came by http; null if it is answered where it came. */
function locationByHttps({ httpsLocation, isTrusted }: ServerSettings, request: IncomingMessage): string | null {
  if (!httpsLocation || cameByHttps({ request }, isTrusted)) return null;
  return httpsLocation(request.headers.host ?? "", request.url ?? "");
}

function leadToHttps({ onAnswer }: ServerSettings, { request, response }: Incoming, location: string): void {
  // A body is not waited for.
  if (request.method !== "GET" && request.method !== "HEAD") response.setHeader("connection", "close");
  redirectTo(response, { status: 308, location, cookies: [] });
  onAnswer("https");
}

async function sendHealth(settings: ServerSettings, response: ServerResponse): Promise<void> {
  const { code, body } = publicHealth({ redirects: await settings.isHealthy() });
  response.writeHead(code, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(JSON.stringify(body));
}
