import { authenticationError } from "@hoplog/schema/errors.js";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { dashboardRoutes } from "../dashboard/rest.ts";
import { exportRoutes } from "../export/rest.ts";
import { groupRoutes } from "../groups/rest.ts";
import { actorOf, callerOf } from "../http/actor.ts";
import { googleRoutes } from "../identity/google/rest.ts";
import { identityRoutes } from "../identity/rest.ts";
import { linkRoutes } from "../links/rest.ts";
import { registerDocs } from "../openapi/docsPage.ts";
import type { Actor, Services } from "../services.ts";
import { statsRoutes } from "../stats/rest.ts";

/** Throws AUTHENTICATION_ERROR without a valid token. */
export type RequireActor = (request: FastifyRequest) => Promise<Actor>;

/** The REST calls: the same commands and queries as GraphQL, in the shapes that the specification names. */
export async function registerRest(app: FastifyInstance, services: Services): Promise<void> {
  const requireActor: RequireActor = async (request) => {
    const actor = await actorOf(services, request.headers.authorization, callerOf(request, "rest"));
    if (!actor) throw authenticationError("Please log in to continue.");
    return actor;
  };
  identityRoutes(app, services, requireActor);
  googleRoutes(app, services);
  linkRoutes(app, services, requireActor);
  groupRoutes(app, services, requireActor);
  statsRoutes(app, services, requireActor);
  dashboardRoutes(app, services, requireActor);
  exportRoutes(app, services, requireActor);
  await registerDocs(app);
}
