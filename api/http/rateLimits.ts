import type { FastifyInstance } from "fastify";
import { claimsOf, type TokenServices } from "../identity/authenticate.ts";
import type { LimitsOf } from "../limits/limits.ts";
import { rateLimitHeaders } from "../limits/rateLimitError.ts";
import { isApiCall } from "./apiCalls.ts";

/**
 * Counts every call of the API by address, and by account where there is one, and tells each how its address stands.
 * Pages and health checks are free.
 */
export function registerRateLimits(
  app: FastifyInstance,
  services: TokenServices & LimitsOf<"request" | "account">,
): void {
  const { limits } = services;
  app.addHook("onRequest", async (request, reply) => {
    if (!isApiCall(request.url)) return;
    const standing = await limits.request(request.clientAddress);
    if (!standing) return;
    reply.headers(rateLimitHeaders(standing));
    const claims = await claimsOf(services, request.headers.authorization);
    if (claims) await limits.account(claims.userId);
  });
}
