import { ApolloServerErrorCode } from "@apollo/server/errors";
import {
  type DocumentNode,
  type ExecutionArgs,
  getOperationAST,
  getVariableValues,
  GraphQLError,
  type GraphQLSchema,
  OperationTypeNode,
  parse,
} from "graphql";
import type { SubscribePayload } from "graphql-ws";
import { documentProblems, variableProblems, withCode } from "../documentCheck.ts";
import { operationLimits } from "../operationLimits.ts";

/** Returns a valid subscription, or its errors, which are the same as over HTTP. */
export function readSubscription(schema: GraphQLSchema, payload: SubscribePayload): ExecutionArgs | GraphQLError[] {
  const { query, operationName, variables } = payload;
  const document = parseDocument(query);
  if (document instanceof GraphQLError) return [document];
  const problems = [...documentProblems(schema, document), ...variableProblems(variables)];
  if (problems.length > 0) return problems;
  const operation = getOperationAST(document, operationName);
  if (!operation) return [refuse(ApolloServerErrorCode.OPERATION_RESOLUTION_FAILURE, unknownOperation(operationName))];
  if (operation.operation !== OperationTypeNode.SUBSCRIPTION) {
    return [
      refuse(ApolloServerErrorCode.BAD_REQUEST, "Only subscriptions run over WebSocket. Send this operation over HTTP"),
    ];
  }
  const { errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variables ?? {}, { maxErrors: 50 });
  if (errors) return errors.map((error) => withCode(error, ApolloServerErrorCode.BAD_USER_INPUT));
  return { schema, document, operationName, variableValues: variables };
}

/** Converts an error thrown before an operation ran to a GraphQL error. */
export function asGraphqlError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error;
  const originalError = error instanceof Error ? error : new Error(String(error));
  return new GraphQLError(originalError.message, { originalError });
}

function parseDocument(query: string): DocumentNode | GraphQLError {
  try {
    return parse(query, { maxTokens: operationLimits.tokens });
  } catch (error) {
    return withCode(asGraphqlError(error), ApolloServerErrorCode.GRAPHQL_PARSE_FAILED);
  }
}

function unknownOperation(name: string | null | undefined): string {
  return name
    ? `Unknown operation named "${name}".`
    : "Must provide operation name if query contains multiple operations.";
}

function refuse(code: ApolloServerErrorCode, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code } });
}
