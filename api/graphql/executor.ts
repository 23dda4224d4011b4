import type { GatewayInterface } from "@apollo/server-gateway-interface";
import { createBoundedCache } from "@hoplog/platform/cache/boundedCache.js";
import { type DocumentNode, execute, type ExecutionResult, GraphQLError, type GraphQLSchema } from "graphql";
import { type CompiledQuery, compileQuery, isCompiledQuery } from "graphql-jit";

/** Operations that are remembered; the web app has some fifty. */
const remembered = 500;

/** Compiling costs as much as some ten executions: an operation that comes once is never compiled. */
const compiledFrom = 3;

interface KnownOperation {
  seen: number;
  compiled: CompiledQuery | null;
}

/**
 * Runs operations for Apollo: those that come again and again as compiled functions, the others by graphql-js. Apollo
 * offers no place for an executor but that of a gateway; this one has our own schema behind it.
 */
export function compilingExecutor(schema: GraphQLSchema): GatewayInterface {
  const operations = createBoundedCache<string, KnownOperation>(remembered);

  function compiled(key: string, document: DocumentNode, operationName: string | null): CompiledQuery | null {
    const operation = operations.get(key, () => ({ seen: 0, compiled: null }));
    if (++operation.seen !== compiledFrom) return operation.compiled;
    const result = compileQuery(schema, document, operationName ?? undefined);
    if (isCompiledQuery(result)) operation.compiled = result;
    return operation.compiled;
  }

  return {
    load: async () => ({
      executor: async ({ queryHash, document, operationName, request, context }) => {
        const query = compiled(`${queryHash} ${operationName ?? ""}`, document, operationName);
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
