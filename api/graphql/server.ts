import { ApolloServer, type ApolloServerPlugin } from "@apollo/server";
import fastifyApollo, { fastifyApolloDrainPlugin } from "@as-integrations/fastify";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { httpStatusOf } from "@hoplog/schema/errors.js";
import type { FastifyInstance } from "fastify";
import type { GraphQLSchema } from "graphql";
import { actorOf } from "../http/actor.ts";
import type { Services } from "../services.ts";
import { createContext, type GraphqlContext } from "./context.ts";
import { formatGraphqlError } from "./errors.ts";

/** Answers with 401 or 429 where that is all there is to say, so that clients and proxies see it without reading. */
const statusPlugin: ApolloServerPlugin<GraphqlContext> = {
  async requestDidStart() {
    return {
      async willSendResponse({ response }) {
        if (response.body.kind !== "single") return;
        const { data, errors } = response.body.singleResult;
        const type = errors?.[0]?.extensions?.["type"];
        const empty = data === undefined || data === null || Object.values(data).every((value) => value === null);
        if (!empty) return;
        if (type === "AUTHENTICATION_ERROR" || type === "RATE_LIMIT_ERROR") response.http.status = httpStatusOf[type];
      },
    };
  },
};

export async function registerGraphql(
  app: FastifyInstance,
  schema: GraphQLSchema,
  services: Services,
  logger: Logger,
): Promise<void> {
  const apollo = new ApolloServer<GraphqlContext>({
    schema,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    csrfPrevention: true,
    formatError: (formatted, error) => formatGraphqlError(logger, formatted, error),
    plugins: [fastifyApolloDrainPlugin(app), statusPlugin],
    stopOnTerminationSignals: false,
  });
  await apollo.start();
  await app.register(fastifyApollo(apollo), {
    path: "/graphql",
    context: async (request) =>
      createContext(services, await actorOf(services, request.headers.authorization, "graphql")),
  });
}
