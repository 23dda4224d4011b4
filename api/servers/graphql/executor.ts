import type { GatewayInterface } from "@apollo/server-gateway-interface";
import { execute, type ExecutionResult, GraphQLError, type GraphQLSchema } from "graphql";
import type { CompiledOperations } from "./compiledOperations.ts";

/** What has run already, and is only to be answered. */
export interface Executed {
  readonly executed?: ExecutionResult;
}

/**
 * Runs operations for Apollo: those that come again and again as compiled functions, the others by graphql-js. Apollo
 * offers no place for an executor but that of a gateway; this one has our own schema behind it.
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
        // Refused variables, before any resolver has run, are worded by graphql-js as for everybody else.
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

/** Compiled functions give errors without extensions, which Apollo counts on. */
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
