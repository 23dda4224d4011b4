import Fastify from "fastify";
import type { Feature } from "../../kernel/calls/feature.ts";
import type { IdempotentServices } from "../../kernel/calls/idempotencyHooks.ts";
import type { TokenServices } from "../../accounts/identity/authenticate.ts";
import { openapiDocument, type RestCall } from "./document.ts";
import { answersOf, registerRest } from "./server.ts";

/** Collects the REST calls of all features and their OpenAPI document from an app that serves no requests. */
export async function describeRest<Services extends TokenServices & IdempotentServices>(
  features: readonly Feature<Services>[],
): Promise<{ document: object; calls: readonly RestCall[] }> {
  const app = Fastify();
  const calls: RestCall[] = [];
  app.addHook("onRoute", ({ method, url, config }) => {
    if (config?.operation && method !== "HEAD") calls.push({ ...config.operation, method: String(method), path: url });
  });
  // No services are needed, because routes read them only when they are called.
  const services: Services = Object.create(null);
  registerRest(app, features, services);
  await app.ready();
  await app.close();
  const messages = Object.assign({}, ...features.map((feature) => feature.messages));
  return { document: openapiDocument(calls, answersOf(features), messages), calls };
}
