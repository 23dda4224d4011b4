import { ApolloServerErrorCode } from "@apollo/server/errors";
import { type DocumentNode, GraphQLError, type GraphQLSchema, validate } from "graphql";
import { hasLongText, textMax, depthMax, isTooDeep } from "../../kernel/calls/jsonBounds.ts";
import { operationLimitProblems } from "./operationLimits.ts";

/** Returns the problems of a document, for HTTP and WebSocket alike: exceeded limits, or else validation errors. */
export function documentProblems(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  const limits = operationLimitProblems(schema, document);
  const problems = limits.length > 0 ? limits : validate(schema, document);
  return problems.map((problem) => withCode(problem, ApolloServerErrorCode.GRAPHQL_VALIDATION_FAILED));
}

/** Reports variables that exceed a limit; type errors are reported by GraphQL's own check, which is recursive. */
export function variableProblems(variables: unknown): readonly GraphQLError[] {
  const message = isTooDeep(variables)
    ? `A variable is nested too deeply. At most ${depthMax} levels are allowed`
    : hasLongText(variables) && `A variable contains a string of more than ${textMax} characters`;
  if (!message) return [];
  return [new GraphQLError(message, { extensions: { code: ApolloServerErrorCode.BAD_USER_INPUT } })];
}

/** Adds Apollo's code for this caller mistake to the error. */
export function withCode(error: GraphQLError, code: ApolloServerErrorCode): GraphQLError {
  error.extensions["code"] = code;
  return error;
}
