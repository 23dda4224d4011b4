import type { FastifyInstance } from "fastify";
import { dashboardRoutes } from "../dashboard/rest.ts";
import { exportRoutes } from "../export/rest.ts";
import { groupRoutes } from "../groups/rest.ts";
import { googleRoutes } from "../identity/google/rest.ts";
import { identityRoutes } from "../identity/rest.ts";
import { linkRoutes } from "../links/rest.ts";
import { registerDocs } from "../openapi/docsPage.ts";
import type { Services } from "../services.ts";
import { statsRoutes } from "../stats/rest.ts";
import { createRequireActor } from "./requireActor.ts";

/** The REST calls: the same commands and queries as GraphQL, in the shapes that the specification names. */
export async function registerRest(app: FastifyInstance, services: Services): Promise<void> {
  const requireActor = createRequireActor(services);
  identityRoutes(app, services, requireActor);
  googleRoutes(app, services);
  linkRoutes(app, services, requireActor);
  groupRoutes(app, services, requireActor);
  statsRoutes(app, services, requireActor);
  dashboardRoutes(app, services, requireActor);
  exportRoutes(app, services, requireActor);
  await registerDocs(app);
}
