import { authenticationError } from "@hoplog/schema/errors.js";
import type { FastifyRequest } from "fastify";
import { actorOf, callerOf } from "../http/actor.ts";
import type { Actor, Services } from "../services.ts";

/** Throws AUTHENTICATION_ERROR without a valid token. */
export type RequireActor = (request: FastifyRequest) => Promise<Actor>;

export function createRequireActor(services: Services): RequireActor {
  return async (request) => {
    const actor = await actorOf(services, request.headers.authorization, callerOf(request, "rest"));
    if (!actor) throw authenticationError("Please log in to continue.");
    return actor;
  };
}
