import type { GatewayInterface } from "@apollo/server-gateway-interface";
import { execute, type ExecutionResult, GraphQLError, type GraphQLSchema } from "graphql";
import type { CompiledOperations } from "./compiledOperations.ts";

/** The result of an operation that has already run and only needs to be sent. */
export interface Executed {
  readonly executed?: ExecutionResult;
}

/**
 * Executes operations for Apollo: frequent ones as compiled functions, all others with graphql-js. Apollo accepts a
 * custom executor only as a gateway; this one serves our own schema.
 */
export function compilingExecutor(schema: GraphQLSchema, operations: CompiledOperations): GatewayInterface {
  return {
    load: async () => ({
      executor: async ({ queryHash, document, request, context, operationName }) => {
        const { executed }: Executed = context;
        if (executed) return withWholeErrors(executed);
        const query = operations.count({ ...request, hash: queryHash }, document);
        const variables = request.variables;
        const result = query && (await query.query(undefined, context, variables ?? {}));
        // If variables are rejected before any resolver has run, graphql-js produces the errors.
        if (result && result.data !== undefined) return withWholeErrors(result);
        return execute({
          schema,
          document,
          contextValue: context,
          operationName,
          ...(variables && { variableValues: variables }),
        });
      },
    }),
    onSchemaLoadOrUpdate(callback) {
      callback({ apiSchema: schema, coreSupergraphSdl: "" });
      return () => {};
    },
    stop: async () => {},
  };
}

/** Adds `extensions`, which Apollo expects, to the errors of compiled functions. */
function withWholeErrors(result: ExecutionResult): ExecutionResult {
  if (!result.errors) return result;
  const errors = result.errors.map(
    ({ message, path, originalError, extensions }) =>
      new GraphQLError(message, {
        path: path ?? null,
        originalError: originalError ?? null,
        extensions: extensions ?? null,
      }),
  );
  return { ...result, errors };
}
