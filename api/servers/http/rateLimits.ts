import type { FastifyInstance, FastifyRequest } from "fastify";
import type { RefusedCaller } from "../../accounts/identity/apiKeys/knownKeys.ts";
import { isKeyToken } from "../../accounts/identity/apiKeys/token.ts";
import { bearerToken, claimsOf, type TokenServices } from "../../accounts/identity/authenticate.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";
import { rateLimitHeaders } from "../../kernel/limits/rateLimitError.ts";
import { isApiCall, isGraphqlCall } from "../../kernel/calls/apiCalls.ts";

/**
 * Limits the rate of API calls by address, by API key if it has a limit, and by account if signed in, and returns the
 * state of the address or key. Pages and health checks are not limited.
 */
export function registerRateLimits(
  app: FastifyInstance,
  services: TokenServices & LimitsOf<"request" | "account" | "apiKey">,
): void {
  const { limits } = services;
  app.addHook("onRequest", async (request, reply) => {
    if (!isApiCall(request.url)) return;
    const standing = await limits.request(request.clientAddress);
    if (standing) reply.headers(rateLimitHeaders(standing));
    // If rate limits are off, only API keys have limits.
    else if (!isKey(request.headers.authorization)) return;
    const claims = await claimsOf(services, request.headers.authorization, refusedCaller(request));
    if (!claims) return;
    const { key } = claims;
    // Every authenticated route will reject the key, so it does not count against the account.
    if (key && !key.isFor(request.clientAddress)) return;
    // The key's own limit is checked first, so that calls above it do not count against the account, whose owner may
    // have to revoke the key.
    const standingOfKey = key && key.requestsPerMinute !== null && (await limits.apiKey(key.id, key.requestsPerMinute));
    if (standingOfKey) reply.headers(rateLimitHeaders(standingOfKey));
    await limits.account(claims.userId);
  });
}

function isKey(authorization: string | undefined): boolean {
  const token = bearerToken(authorization);
  return token !== undefined && isKeyToken(token);
}

function refusedCaller({ url, clientAddress: address }: FastifyRequest): RefusedCaller {
  return { via: isGraphqlCall(url) ? "graphql" : "rest", address };
}
