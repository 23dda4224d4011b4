import { Agent, type IncomingMessage, request as openRequest } from "node:http";
import type { Duplex } from "node:stream";
import { clientAddress, type IsTrusted } from "@hoplog/platform/visitor/address.js";
import { challengePath } from "@hoplog/schema/topics/links/certificates.js";
import type { SiteOf } from "../domains/sites.ts";
import { isHttpsRequest } from "../server/isHttpsRequest.ts";
import { type Incoming, refuse } from "../server/visit.ts";
import { type AppRefusal, refusals, sendAppRefusal } from "./appRefusal.ts";
import { type Forwarded, hasBody, headersForApp, headersForVisitor } from "./headers.ts";
import { createOpenRequests, type OpenRequestsSettings } from "./openRequests.ts";
import { isAppPath } from "./paths.ts";
import { passUpgrade, refusal } from "./upgrade.ts";

/** Forwards requests to the app that is served on the port of short links. */
export interface AppProxy {
  /** Forwards a request that belongs to the app; returns false for any other request. */
  take(incoming: Incoming, requestId: string): boolean;
  /** Returns whether to forward an upgrade request to the app. */
  takesUpgrade(request: IncomingMessage): boolean;
  upgrade(request: IncomingMessage, visitor: Duplex, head: Buffer, requestId: string): void;
  figures(): AppFigures;
}

export interface AppFigures {
  /** Number of requests, including WebSockets, and of those that were refused or failed. */
  readonly requests: number;
  readonly failures: number;
  /** Number of requests in progress. */
  readonly open: number;
}

/** Settings of the app proxy. Requests over a limit get 503, or 429 if the limit applies to a single address. */
export interface AppProxySettings extends OpenRequestsSettings {
  /** The app's URL, such as http://127.0.0.1:3000. */
  readonly server: string;
  readonly siteOf: SiteOf;
  readonly isTrusted: IsTrusted;
}

/** Milliseconds after which an unused connection is closed; shorter than the idle timeout of the api (72 s). */
const unusedMs = 10_000;

/** Reuses connections to the app and streams bodies; redirects never wait for the app. */
export function createAppProxy(settings: AppProxySettings): AppProxy {
  const { isTrusted, siteOf } = settings;
  const { hostname, port } = new URL(settings.server);
  const app = { host: hostname.replace(/^\[(.*)\]$/, "$1"), port: Number(port === "" ? 80 : port) };
  const agent = new Agent({ keepAlive: true, timeout: unusedMs });
  const open = createOpenRequests(settings);
  const counts = { requests: 0, failures: 0 };

  function isApps(request: IncomingMessage, path: string): boolean {
    const host = Buffer.from(request.headers.host ?? "", "latin1");
    const site = siteOf(host, 0, host.length);
    if (typeof site === "string" || !path.startsWith("/") || path.startsWith(challengePath)) return false;
    return site.app === "only" || (site.app === "beside codes" && isAppPath(path));
  }

  function forwarded(request: IncomingMessage, requestId: string): Forwarded {
    const { "x-forwarded-for": given } = request.headers;
    const text = Array.isArray(given) ? given.join(",") : given;
    const address = clientAddress(request.socket.remoteAddress ?? "", text, isTrusted);
    return { address, isHttps: isHttpsRequest({ request }, isTrusted), requestId };
  }

  /** Counts a request as open; returns the reason if it must be refused, else null. */
  function begin({ address }: Forwarded): "busy" | "crowded" | null {
    counts.requests++;
    const refused = open.begin(address);
    if (refused) counts.failures++;
    return refused;
  }

  function pass(incoming: Incoming, visitor: Forwarded, withBody: boolean): void {
    const { request, response } = incoming;
    const outgoing = openRequest({
      ...app,
      agent,
      method: request.method,
      path: request.url,
      headers: headersForApp(request.headers, visitor),
    });
    let hasFailed = false;
    const fail = (why: AppRefusal): void => {
      if (hasFailed || response.writableFinished || response.destroyed) return;
      hasFailed = true;
      counts.failures++;
      // A response that has begun can't be replaced: closing the connection marks it as incomplete.
      if (response.headersSent) response.destroy();
      else sendAppRefusal(incoming, visitor.requestId, why);
    };
    response.once("close", () => {
      open.end(visitor.address);
      outgoing.destroy();
      // Reads the rest of a body that the app did not read, because it precedes the next request.
      request.unpipe(outgoing);
      request.resume();
    });
    outgoing.once("error", () => fail("away"));
    outgoing.once("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, headersForVisitor(answer.headers));
      // Sends the headers of a stream before its first data.
      if (answer.headers["content-length"] === undefined) response.flushHeaders();
      // `pipeline` is not used, because it leaves listeners on a reused connection.
      answer.pipe(response);
      answer.once("error", () => fail("away"));
      answer.once("close", () => answer.complete || fail("away"));
    });
    if (withBody) request.pipe(outgoing);
    else outgoing.end();
  }

  return {
    take(incoming, requestId) {
      const { request, response, path } = incoming;
      if (!isApps(request, path)) return false;
      const withBody = hasBody(request.headers);
      if (withBody === null) {
        refuse(response, 400, { connection: "close" });
        return true;
      }
      const visitor = forwarded(request, requestId);
      const refused = begin(visitor);
      if (refused) sendAppRefusal(incoming, requestId, refused);
      else pass(incoming, visitor, withBody);
      return true;
    },
    takesUpgrade(request) {
      if (request.headers.upgrade?.toLowerCase() !== "websocket" || request.method !== "GET") return false;
      if (hasBody(request.headers) !== false) return false;
      const [path = ""] = (request.url ?? "").split("?", 1);
      return isApps(request, path);
    },
    upgrade(request, visitor, head, requestId) {
      const by = forwarded(request, requestId);
      const refused = begin(by);
      if (refused) {
        visitor.end(refusal(refusals[refused].status, requestId), () => visitor.destroy());
        return;
      }
      void passUpgrade(app, request, visitor, head, by).then((hasAgreed) => {
        open.end(by.address);
        if (!hasAgreed) counts.failures++;
      });
    },
    figures: () => ({ ...counts, open: open.count() }),
  };
}
