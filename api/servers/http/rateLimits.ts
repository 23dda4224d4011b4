import type { FastifyInstance, FastifyRequest } from "fastify";
import type { RefusedCaller } from "../../accounts/identity/apiKeys/knownKeys.ts";
import { isKeyToken } from "../../accounts/identity/apiKeys/token.ts";
import { bearerToken, claimsOf, type TokenServices } from "../../accounts/identity/authenticate.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";
import { rateLimitHeaders } from "../../kernel/limits/rateLimitError.ts";
import { isApiCall, isGraphqlCall } from "../../kernel/calls/apiCalls.ts";

/**
 * Counts every call of the API by address, by API key where that has a limit, and by account where there is one, and tells
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
    if (standing) reply.headers(rateLimitHeaders(standing));
    // Where nothing is counted, keys alone have limits.
    else if (!isKey(request.headers.authorization)) return;
    const claims = await claimsOf(services, request.headers.authorization, refusedCaller(request));
    if (!claims) return;
    const { key } = claims;
    // It is refused wherever it would have to sign in, and uses up nothing of the account until then.
    if (key && !key.isFor(request.clientAddress)) return;
    // The key's own limit first: what it refuses leaves the account to its owner, who may have to revoke the key.
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
