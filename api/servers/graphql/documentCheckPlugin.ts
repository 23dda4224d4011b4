import { type ApolloServerPlugin, HeaderMap } from "@apollo/server";
import { ApolloServerErrorCode } from "@apollo/server/errors";
import { createBoundedCache } from "@hoplog/platform/cache/boundedCache.js";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { GraphQLError, type GraphQLSchema, OperationTypeNode } from "graphql";
import type { GraphqlContext } from "../../kernel/calls/graphqlContext.ts";
import { documentProblems, variableProblems } from "./documentCheck.ts";
import { formatGraphqlError } from "./errors.ts";

/** Maximum number of documents whose validity is cached, by hash. */
const remembered = 2000;

const subscriptionOverHttp = "Subscriptions are only available over WebSocket";

/**
 * Replaces Apollo's validation of documents, which would run GraphQL's own rules first: these must never see a document
 * that is too large for them.
 */
export function documentCheckPlugin(schema: GraphQLSchema, logger: Logger): ApolloServerPlugin<GraphqlContext> {
  const valid = createBoundedCache<string, { readonly valid: boolean }>(remembered);
  return {
    async requestDidStart() {
      return {
        async responseForOperation({ queryHash, source, document, operation, request: { variables } }) {
          let problems: readonly GraphQLError[] = [];
          const known = valid.get(queryHash ?? source, () => {
            problems = documentProblems(schema, document);
            return { valid: problems.length === 0 };
          });
          // Errors are not cached, because they reference their document.
          if (!known.valid && problems.length === 0) problems = documentProblems(schema, document);
          if (problems.length === 0) problems = variableProblems(variables);
          if (problems.length === 0 && operation?.operation === OperationTypeNode.SUBSCRIPTION) {
            problems = [
              new GraphQLError(subscriptionOverHttp, { extensions: { code: ApolloServerErrorCode.BAD_REQUEST } }),
            ];
          }
          if (problems.length === 0) return null;
          const errors = problems.map((problem) => formatGraphqlError(logger, problem.toJSON(), problem));
          return {
            http: { status: 400, headers: new HeaderMap() },
            body: { kind: "single", singleResult: { errors } },
          };
        },
      };
    },
  };
}
