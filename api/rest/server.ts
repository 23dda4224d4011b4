import type { FastifyInstance } from "fastify";
import type { Feature } from "../calls/feature.ts";
import { createRequireActor, type TokenServices } from "../identity/authenticate.ts";
import { registerDocs } from "../openapi/docsPage.ts";
import { openapiDocument } from "../openapi/document.ts";

/** The REST calls: the same commands and queries as GraphQL, in the shapes that the specification names. */
export async function registerRest<Services extends TokenServices>(
  app: FastifyInstance,
  features: readonly Feature<Services>[],
  services: Services,
): Promise<void> {
  const requireActor = createRequireActor(services);
  for (const { routes } of features) routes?.(app, services, requireActor);
  await registerDocs(app, openapiDocument(features));
}
