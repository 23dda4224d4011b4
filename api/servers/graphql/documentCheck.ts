import { ApolloServerErrorCode } from "@apollo/server/errors";
import { type DocumentNode, GraphQLError, type GraphQLSchema, validate } from "graphql";
import { hasLongText, textMax, depthMax, isTooDeep } from "../../kernel/calls/jsonBounds.ts";
import { operationLimitProblems } from "./operationLimits.ts";

/** Everything that is wrong with a document, over HTTP and WebSocket alike: what is too much first, then what is invalid. */
export function documentProblems(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  const limits = operationLimitProblems(schema, document);
  const problems = limits.length > 0 ? limits : validate(schema, document);
  return problems.map((problem) => withCode(problem, ApolloServerErrorCode.GRAPHQL_VALIDATION_FAILED));
}

/** What is too much about the variables; what doesn't fit their types is reported by GraphQL itself, by recursion. */
export function variableProblems(variables: unknown): readonly GraphQLError[] {
  const message = isTooDeep(variables)
    ? `A variable is nested too deep; ${depthMax} levels are allowed`
    : hasLongText(variables) && `A variable holds a text of more than ${textMax} characters`;
  if (!message) return [];
  return [new GraphQLError(message, { extensions: { code: ApolloServerErrorCode.BAD_USER_INPUT } })];
}

/** Gives the error the code that Apollo has for such a mistake of the caller. */
export function withCode(error: GraphQLError, code: ApolloServerErrorCode): GraphQLError {
  error.extensions["code"] = code;
  return error;
}
