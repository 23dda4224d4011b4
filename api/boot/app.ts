import { maxHeaderSize } from "node:http";
import type { Landing } from "@hoplog/schema/landing.js";
import { namesOneHost } from "@hoplog/platform/http/oneHost.js";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import type { HealthReport } from "@hoplog/platform/metrics/health.js";
import cookie from "@fastify/cookie";
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from "fastify";
import type { GraphQLSchema } from "graphql";
import type { Registry } from "prom-client";
import { refuseExpectations } from "@hoplog/platform/http/expectations.js";
import { requestIds } from "@hoplog/platform/http/requestIds.js";
import type { Traces } from "@hoplog/platform/tracing/traces.js";
import type { IsTrusted } from "@hoplog/platform/visitor/address.js";
import { decorateClientAddress } from "../kernel/calls/actor.ts";
import { replyNotFound } from "../kernel/calls/shownErrors.ts";
import { refuseUnusedIfMatch, sendEtags } from "../kernel/calls/etag.ts";
import { registerGraphql } from "../servers/graphql/server.ts";
import { createSocketMetrics } from "../servers/graphql/subscriptions/metrics.ts";
import { serveSubscriptions } from "../servers/graphql/subscriptions/serve.ts";
import type { SocketLimits } from "../servers/graphql/subscriptions/socketLimits.ts";
import { answerInTime } from "../servers/http/answerInTime.ts";
import { answerClientError, readableUrl } from "../servers/http/clientErrors.ts";
import { readJsonBodies, bodyLimits, limitAuthBodies } from "../servers/http/bodies.ts";
import { allowOtherOrigins, type ApiOrigins } from "../servers/http/crossOrigin.ts";
import { replyWithError } from "../servers/http/errorReply.ts";
import { registerDocsSite } from "../servers/http/docsSite.ts";
import { registerHealth } from "../servers/http/health.ts";
import { registerRateLimits } from "../servers/http/rateLimits.ts";
import { answerRequestIds, expectationRefused, traceRequests } from "../servers/http/requestIds.ts";
import { decorateIdempotentCalls, type IdempotentServices } from "../kernel/calls/idempotencyHooks.ts";
import { registerSecurityHeaders, challengeForTokens } from "../servers/http/securityHeaders.ts";
import { registerWebApp } from "../servers/http/webApp.ts";
import type { TokenServices } from "../accounts/identity/authenticate.ts";
import { bindSessionsToCookies } from "../accounts/identity/sessionCookie.ts";
import type { WatchedSessions } from "../accounts/identity/watchSession.ts";
import type { LimitsOf } from "../kernel/limits/limits.ts";
import { registerDocs } from "../servers/rest/docsPage.ts";
import { registerRest } from "../servers/rest/server.ts";
import { features, type FeatureServices } from "./features.ts";

/** External dependencies of the features, and those of the servers themselves. */
export type Services = FeatureServices &
  TokenServices &
  IdempotentServices &
  WatchedSessions &
  LimitsOf<"request" | "account" | "apiKey"> & { readonly traces: Traces };

export interface AppSettings {
  readonly services: Services;
  readonly schema: GraphQLSchema;
  readonly logger: Logger;
  /** The registry to which the server adds its WebSocket metrics. */
  readonly registry: Registry;
  readonly health: () => Promise<HealthReport>;
  /** The URL for users; if it uses HTTPS, browsers must too. */
  readonly publicUrl: string;
  /** Origins that may call the API with an API key, besides our own. */
  readonly origins: ApiOrigins;
  readonly webRoot: string | undefined;
  readonly docsRoot: string | undefined;
  /** Content of `/`. */
  readonly landing: Landing;
  /** Response timeout in milliseconds for routes without their own. */
  readonly answerMs: number;
  /** Returns whether PostgreSQL responds at all. Never rejects. */
  readonly isDatabaseAnswering: () => Promise<boolean>;
  /** Decides which peers' X-Forwarded-For is trusted. */
  readonly isTrusted: IsTrusted;
  readonly sockets: SocketLimits;
}

/** Creates the server for everything on the app's port, not listening yet. */
export async function createApp(settings: AppSettings): Promise<FastifyInstance> {
  const { services, logger } = settings;
  const loggerInstance: FastifyBaseLogger = logger;
  const idOf = requestIds(services.newId, settings.isTrusted);
  const app = Fastify({
    loggerInstance,
    // A child logger per request would copy the redaction rules each time, even for requests that log nothing.
    childLoggerFactory: (parent) => parent,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyLimits.any,
    trustProxy: settings.isTrusted,
    genReqId: idOf,
    requestIdHeader: false,
    requestTimeout: 30_000,
    clientErrorHandler: answerClientError(services.newId),
    http: {
      // Node's own check is off: these requests are rejected below, with the request's id.
      requireHostHeader: false,
      // Java's client offers HTTP/2 in each request over http, which would otherwise get 404.
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === "websocket",
    },
    forceCloseConnections: true,
    rewriteUrl: readableUrl,
    // The maximum length of a URL, because Fastify would reject longer parameters before any of our hooks runs.
    routerOptions: { maxParamLength: maxHeaderSize },
  });
  answerRequestIds(app);
  answerInTime(app, logger, settings.answerMs, settings.isDatabaseAnswering);
  refuseExpectations(app.server, idOf, expectationRefused);
  traceRequests(app, services.traces);
  app.setErrorHandler((error: Error, request, reply) => replyWithError(logger, error, request, reply));
  const subscriptions = serveSubscriptions(app.server, {
    schema: settings.schema,
    services,
    logger,
    isTrusted: settings.isTrusted,
    requestIdOf: idOf,
    limits: settings.sockets,
    metrics: createSocketMetrics(settings.registry),
  });
  app.addHook("preClose", () => subscriptions.close());

  readJsonBodies(app);
  limitAuthBodies(app);
  decorateClientAddress(app, settings.isTrusted);
  decorateIdempotentCalls(app);
  app.addHook("onRequest", async ({ raw }) => {
    if (!namesOneHost(raw))
      throw Object.assign(new Error("The request must name exactly one host"), { statusCode: 400 });
  });
  registerSecurityHeaders(app, settings.publicUrl);
  challengeForTokens(app);
  allowOtherOrigins(app, settings.origins);
  await app.register(cookie);
  bindSessionsToCookies(app, services);
  registerRateLimits(app, services);
  refuseUnusedIfMatch(app);
  sendEtags(app);
  registerHealth(app, settings.health);
  await registerGraphql(app, settings.schema, services, logger);
  registerRest(app, features, services);
  await registerDocs(app);
  if (settings.docsRoot) await registerDocsSite(app, settings.docsRoot);
  if (settings.webRoot) await registerWebApp(app, settings.webRoot, settings.landing);
  else app.setNotFoundHandler((_request, reply) => replyNotFound(reply));
  return app;
}
