import type { FastifyInstance } from "fastify";
import { rateLimitHeaders } from "../limits/rateLimitError.ts";
import type { Services } from "../services.ts";
import { isApiCall } from "./apiCalls.ts";
import { actorOf, callerOf } from "./actor.ts";

/**
 * Counts every call of the API by address, and by account where there is one, and tells each how its address stands.
 * Pages and health checks are free.
 */
export function registerRateLimits(app: FastifyInstance, services: Services): void {
  const { limits } = services;
  app.addHook("onRequest", async (request, reply) => {
    if (!isApiCall(request.url)) return;
    const standing = await limits.request(request.clientAddress);
    if (!standing) return;
    reply.headers(rateLimitHeaders(standing));
    const actor = await actorOf(services, request.headers.authorization, callerOf(request, "rest"));
    if (actor) await limits.account(actor.userId);
  });
}
