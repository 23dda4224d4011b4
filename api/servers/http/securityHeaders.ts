import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { FastifyInstance, FastifyReply } from "fastify";
import helmet, { type HelmetOptions } from "helmet";
import { isApiCall } from "../../kernel/calls/apiCalls.ts";
import { bearerToken } from "../../accounts/identity/authenticate.ts";

/**
 * Sets security headers. Inline styles are allowed, because Mantine and Plotly use them; inline scripts are not. API
 * responses are not cached unless the route allows it.
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

/** Builds helmet's headers once: they are constant, and @fastify/helmet would rebuild them for each request. */
function headersOf(options: HelmetOptions): Readonly<Record<string, string>> {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  helmet(options)(response.req, response, (error) => {
    if (error) throw error;
  });
  return Object.fromEntries(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]));
}

/**
 * Pattern of hashed files that browsers never open as a document. SVG is excluded, because an SVG that is opened
 * directly could run scripts.
 */
export const partOfPage = "^/assets/[^/]+\\.(css|js|json|png|webp|woff2)$";

const partPattern = new RegExp(partOfPage);

/** Returns whether a path is a subresource of a page, to which the page's policy applies. */
export function isPartOfPage(path: string): boolean {
  return partPattern.test(path);
}

/** Headers that protect subresources: no MIME sniffing, no use by other sites. */
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

/** Removes headers that only documents need. File names change with the content, so no revalidation is needed. */
export function removeDocumentHeaders(reply: FastifyReply): void {
  for (const name of Object.keys(reply.getHeaders())) if (!kept.has(name)) reply.removeHeader(name);
}

/**
 * Adds `WWW-Authenticate` to each 401 of REST and GraphQL: `Bearer` as in RFC 6750, with the error if a token was sent
 * that is invalid.
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
