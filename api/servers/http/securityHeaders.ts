import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { FastifyInstance, FastifyReply } from "fastify";
import helmet, { type HelmetOptions } from "helmet";
import { isApiCall } from "../../kernel/calls/apiCalls.ts";
import { bearerToken } from "../../accounts/identity/authenticate.ts";

/**
 * Styles may stand inline, since Mantine and Plotly write
 * theirs that way; scripts may not. What the API answers is kept by no cache unless its route says so.
 */
export function registerSecurityHeaders(app: FastifyInstance, publicUrl: string): void {
  const { host, protocol } = new URL(publicUrl);
  const secure = protocol === "https:";
  const headers = headersOf({
    strictTransportSecurity: secure,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", "data:", "blob:"],
        fontSrc: ["'self'", "data:"],
        connectSrc: ["'self'", `${secure ? "wss" : "ws"}://${host}`],
        workerSrc: ["'self'", "blob:"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(secure && { upgradeInsecureRequests: [] }),
      },
    },
    frameguard: { action: "deny" },
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
  });
  app.addHook("onRequest", async (request, reply) => {
    reply.headers(headers);
    if (isApiCall(request.url)) reply.header("cache-control", "no-store");
  });
}

/** What helmet sets is the same for every answer: made once, since @fastify/helmet puts it together for each request. */
function headersOf(options: HelmetOptions): Readonly<Record<string, string>> {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  helmet(options)(response.req, response, (error) => {
    if (error) throw error;
  });
  return Object.fromEntries(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]));
}

/** The hashed files that no browser shows as a document: an SVG, opened by itself, could run what is in it. */
export const partOfPage = "^/assets/[^/]+\\.(css|js|json|png|webp|woff2)$";

const partPattern = new RegExp(partOfPage);

/** Whether a path names a file that is only ever a part of a page, whose policy is the page's. */
export function isPartOfPage(path: string): boolean {
  return partPattern.test(path);
}

/** What protects a file that is a part of a page: it is taken for nothing else, and by no other site. */
export const partHeaders: ReadonlySet<string> = new Set(["cross-origin-resource-policy", "x-content-type-options"]);

const kept: ReadonlySet<string> = new Set([
  ...partHeaders,
  "cache-control",
  "content-encoding",
  "content-length",
  "content-type",
  "etag",
  "vary",
]);

/**
 * Takes away what only a document needs. The name of such a file changes with its content, so nobody asks when it has
 * changed.
 */
export function keepPartHeaders(reply: FastifyReply): void {
  for (const name of Object.keys(reply.getHeaders())) if (!kept.has(name)) reply.removeHeader(name);
}

/**
 * Adds `WWW-Authenticate` to each 401 of the API, over REST and GraphQL: `Bearer` as RFC 6750 has it, with the error where a
 * token was sent that is not valid.
 */
export function challengeForTokens(app: FastifyInstance): void {
  app.addHook("onSend", async (request, reply, payload) => {
    if (reply.statusCode === 401 && isApiCall(request.url)) {
      const hasToken = bearerToken(request.headers.authorization) !== undefined;
      reply.header("www-authenticate", `Bearer realm="hoplog"${hasToken ? `, error="invalid_token"` : ""}`);
    }
    return payload;
  });
}
