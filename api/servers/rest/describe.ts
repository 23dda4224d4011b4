import Fastify from "fastify";
import type { Feature } from "../../kernel/calls/feature.ts";
import type { Operation } from "../../kernel/calls/operation.ts";
import type { IdempotentServices } from "../../kernel/calls/idempotencyHooks.ts";
import type { TokenServices } from "../../accounts/identity/authenticate.ts";
import { registerOpenapi } from "../openapi/describe.ts";
import { answersOf, registerRest } from "./server.ts";

/** A REST call as it is registered, with Fastify's `:id` in its path. */
export interface RestCall extends Operation {
  readonly method: string;
  readonly path: string;
}

/** The REST calls of all features and the OpenAPI document that is made of them, by an app that serves nobody. */
export async function describeRest<Services extends TokenServices & IdempotentServices>(
  features: readonly Feature<Services>[],
): Promise<{ document: object; calls: readonly RestCall[] }> {
  const app = Fastify();
  const calls: RestCall[] = [];
  app.addHook("onRoute", ({ method, url, config }) => {
    if (config?.operation && method !== "HEAD") calls.push({ ...config.operation, method: String(method), path: url });
  });
  // Routes take nothing of them before they are called.
  const services: Services = Object.create(null);
  await registerOpenapi(app, answersOf(features));
  registerRest(app, features, services);
  await app.ready();
  const document = app.swagger();
  await app.close();
  return { document, calls };
}
