import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { documentedIn } from "../../kernel/calls/operation.ts";
import { isKeyToken } from "../../accounts/identity/apiKeys/token.ts";
import { bearerToken } from "../../accounts/identity/authenticate.ts";
import { isApiCall } from "../../kernel/calls/apiCalls.ts";

/** Origins that may call the API with an API key: any, those listed, or none. */
export type ApiOrigins = "any" | readonly string[];

const methods = "GET, HEAD, POST, PUT, PATCH, DELETE";
const sentHeaders = [
  "authorization",
  "content-type",
  "idempotency-key",
  "if-match",
  "last-event-id",
  "x-workspace",
  "apollo-require-preflight",
];
const shownHeaders = [
  "etag",
  "retry-after",
  "ratelimit-limit",
  "ratelimit-remaining",
  "ratelimit-reset",
  "idempotent-replayed",
  "content-disposition",
  "deprecation",
  "sunset",
  "link",
  "www-authenticate",
  "x-request-id",
].join(", ");
/** How long browsers cache a preflight, in seconds. */
const rememberedSeconds = 3600;

/**
 * Allows pages of other sites to call the API with an API key: browsers send neither cookies nor sessions, and calls
 * without authentication are not allowed. A preflight does not contain the token, so for another kind of token the
 * response itself lacks the CORS headers that let the page read it.
 */
export function allowOtherOrigins(app: FastifyInstance, allowed: ApiOrigins): void {
  app.addHook("onRequest", async (request, reply) => {
    const { origin } = request.headers;
    if (!isApiCall(request.url)) return undefined;
    if (allowed !== "any") reply.header("vary", "origin");
    if (origin === undefined || (allowed !== "any" && !allowed.includes(origin))) return undefined;
    const given = allowed === "any" ? "*" : origin;
    if (isPreflight(request)) return isCallByToken(request) ? permit(reply, given) : undefined;
    if (!hasKey(request) || !isForKeys(request)) return undefined;
    reply.headers({ "access-control-allow-origin": given, "access-control-expose-headers": shownHeaders });
    return undefined;
  });
}

const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === "OPTIONS" && headers["access-control-request-method"] !== undefined;

/** Registering, signing in and similar calls are only allowed from our own pages, whatever the token. */
const ofSessions = /^\/api\/auth\/(?!profile$|export$)/;

/** Returns whether a preflight requests a call that accepts an API key. */
function isCallByToken({ url, headers }: FastifyRequest): boolean {
  const asked = (headers["access-control-request-headers"] ?? "").toLowerCase();
  const [path = ""] = url.split("?");
  return asked.split(/\s*,\s*/).includes("authorization") && !ofSessions.test(path);
}

function permit(reply: FastifyReply, origin: string): FastifyReply {
  return reply
    .code(204)
    .headers({
      "access-control-allow-origin": origin,
      "access-control-allow-methods": methods,
      "access-control-allow-headers": sentHeaders.join(", "),
      "access-control-max-age": String(rememberedSeconds),
    })
    .send();
}

function hasKey({ headers }: FastifyRequest): boolean {
  const token = bearerToken(headers.authorization);
  return token !== undefined && isKeyToken(token);
}

/** Returns whether a call may need authentication; always true for GraphQL, which checks each field. */
function isForKeys(request: FastifyRequest): boolean {
  if (/^\/graphql([/?]|$)/.test(request.url)) return true;
  const operation = documentedIn(request);
  return operation !== undefined && !operation.open;
}
