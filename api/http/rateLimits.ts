import type { FastifyInstance } from "fastify";
import { claimsOf, type TokenServices } from "../identity/authenticate.ts";
import type { LimitsOf } from "../limits/limits.ts";
import { rateLimitHeaders } from "../limits/rateLimitError.ts";
import { isApiCall } from "./apiCalls.ts";

/**
 * Counts every call of the API by address, by account where there is one, and by API key where that has a limit, and tells
 * each how its address, or its key, stands.
 * Pages and health checks are free.
 */
export function registerRateLimits(
  app: FastifyInstance,
  services: TokenServices & LimitsOf<"request" | "account" | "apiKey">,
): void {
  const { limits } = services;
  app.addHook("onRequest", async (request, reply) => {
    if (!isApiCall(request.url)) return;
    const standing = await limits.request(request.clientAddress);
    if (!standing) return;
    reply.headers(rateLimitHeaders(standing));
    const claims = await claimsOf(services, request.headers.authorization);
    if (!claims) return;
    await limits.account(claims.userId);
    const { key } = claims;
    if (!key || key.requestsPerMinute === null) return;
    const standingOfKey = await limits.apiKey(key.id, key.requestsPerMinute);
    if (standingOfKey) reply.headers(rateLimitHeaders(standingOfKey));
  });
}
