import { ApolloServer, type ApolloServerPlugin } from "@apollo/server";
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from "@apollo/server/plugin/disabled";
import { fastifyApolloDrainPlugin, fastifyApolloHandler } from "@as-integrations/fastify";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { HoplogError, httpStatusOf, validationError } from "@hoplog/schema/errors.js";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { GraphQLFormattedError, GraphQLSchema } from "graphql";
import { z } from "zod";
import { callerOf } from "../../kernel/calls/actor.ts";
import { type GraphqlContext, isOwnOrigin } from "../../kernel/calls/graphqlContext.ts";
import type { PublicUrl } from "../../kernel/calls/capabilities.ts";
import { beginIdempotently, endIdempotently, type IdempotentServices } from "../../kernel/calls/idempotencyHooks.ts";
import { authenticate, type TokenServices } from "../../accounts/identity/authenticate.ts";
import { documentCheckPlugin } from "./documentCheckPlugin.ts";
import { formatGraphqlError } from "./errors.ts";
import { compileOperations } from "./compiledOperations.ts";
import { directRequest } from "./directRequest.ts";
import { compilingExecutor, type Executed } from "./executor.ts";
import { operationLimits } from "./operationLimits.ts";
import { persistedOperations, readOperationManifest } from "./persistedOperations.ts";

/** Responds with 401 or 429 if that is the only result, so that clients and proxies see it without parsing the body. */
const statusPlugin: ApolloServerPlugin<GraphqlContext> = {
  async requestDidStart() {
    return {
      async willSendResponse({ response }) {
        if (response.body.kind !== "single") return;
        for (const [name, value] of rateLimitHeadersOf(response.body.singleResult.errors)) {
          response.http.headers.set(name, value);
        }
        const { data, errors } = response.body.singleResult;
        const type = errors?.[0]?.extensions?.["type"];
        const empty = data === undefined || data === null || Object.values(data).every((value) => value === null);
        if (!empty) return;
        if (type === "AUTHENTICATION_ERROR" || type === "RATE_LIMIT_ERROR") response.http.status = httpStatusOf[type];
      },
    };
  },
};

/** Returns the headers of the first exceeded rate limit, as set by formatGraphqlError. */
function rateLimitHeadersOf(errors: readonly GraphQLFormattedError[] = []): [string, string][] {
  const parsed = errors.map(({ extensions }) => rateLimitSchema.safeParse(extensions?.["rateLimit"]));
  return Object.entries(parsed.find(({ success }) => success)?.data ?? {});
}

const rateLimitSchema = z.record(z.string(), z.string());

export async function registerGraphql(
  app: FastifyInstance,
  schema: GraphQLSchema,
  services: TokenServices & IdempotentServices & PublicUrl,
  logger: Logger,
): Promise<void> {
  const operations = compileOperations(schema);
  const apollo = new ApolloServer<GraphqlContext>({
    gateway: compilingExecutor(schema, operations),
    introspection: true,
    // The plugin below validates, after it has rejected documents that are too large.
    dangerouslyDisableValidation: true,
    parseOptions: { maxTokens: operationLimits.tokens },
    persistedQueries: { cache: persistedOperations(await readOperationManifest()), ttl: null },
    includeStacktraceInErrorResponses: false,
    // Pages of other sites cannot send these headers without a preflight. urql sends queries by GET with only
    // Authorization.
    csrfPrevention: { requestHeaders: ["x-apollo-operation-name", "apollo-require-preflight", "authorization"] },
    formatError: (formatted, error) => formatGraphqlError(logger, formatted, error),
    // Disables Apollo features that would wrap every field, or report to third parties.
    plugins: [
      fastifyApolloDrainPlugin(app),
      documentCheckPlugin(schema, logger),
      statusPlugin,
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
    ],
    stopOnTerminationSignals: false,
  });
  await apollo.start();
  await app.register(async (scope) => {
    scope.addHook("onSend", async (_request, reply, payload) => boundedAnswer(logger, reply, payload));
    const contextOf = async (request: FastifyRequest): Promise<GraphqlContext> => {
      const caller = callerOf(request, "graphql");
      const actor = await authenticate(services, request.headers, caller).catch(asRefusal);
      return { services, caller, actor, isFromOtherSite: !isOwnOrigin(request.headers, services.publicUrl) };
    };
    const executed = new WeakMap<FastifyRequest, GraphqlContext & Executed>();
    const answerByApollo = fastifyApolloHandler(apollo, {
      context: async (request) => executed.get(request) ?? contextOf(request),
    });
    const actorOf = (request: FastifyRequest) => authenticate(services, request.headers, callerOf(request, "graphql"));
    scope.route({
      method: ["GET", "POST", "OPTIONS"],
      url: "/graphql",
      preHandler: beginIdempotently({ services, actorOf }),
      onSend: endIdempotently({ services }),
      async handler(request, reply) {
        if (isBrowserVisit(request) && scope.hasReplyDecorator("sendFile")) return reply.sendFile(graphiqlPage);
        const direct = directRequest(operations, request);
        if (!direct) return answerByApollo.call(scope, request, reply);
        const context = await contextOf(request);
        const result = await direct.query.query(undefined, context, direct.variables);
        if (result.data !== undefined && !result.errors) {
          reply.header("content-type", direct.contentType);
          return `${JSON.stringify({ data: result.data })}\n`;
        }
        // If there is no data, no resolver has run, and Apollo runs the operation; otherwise Apollo only formats the
        // errors.
        executed.set(request, result.data === undefined ? context : { ...context, executed: result });
        return answerByApollo.call(scope, request, reply);
      },
    });
  });
}

/** Path of GraphiQL, which the web app's build writes. */
const graphiqlPage = "graphql/graphiql.html";

/** Returns whether a browser opens the page, with any query string: GraphiQL reads an operation from it. */
function isBrowserVisit({ method, headers: { accept } }: FastifyRequest): boolean {
  return method === "GET" && accept?.startsWith("text/html") === true;
}

/**
 * Returns the error instead of throwing it, so that fields that need no authentication still run. Throws unexpected
 * errors.
 */
function asRefusal(error: unknown): HoplogError {
  if (error instanceof HoplogError) return error;
  throw error;
}

/** Replaces responses over the size limit; the operation limits normally prevent them. */
function boundedAnswer(logger: Logger, reply: FastifyReply, payload: unknown): unknown {
  if (typeof payload !== "string" || payload.length <= operationLimits.answerBytes) return payload;
  const error = validationError([{ field: "query", message: "The response is too large. Request less at a time" }]);
  reply.code(httpStatusOf[error.type]);
  return JSON.stringify({ errors: [formatGraphqlError(logger, { message: error.message }, error)] });
}
