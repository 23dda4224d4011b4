import { createBoundedCache } from "@hoplog/platform/cache/boundedCache.js";
import type { DocumentNode, GraphQLSchema } from "graphql";
import { type CompiledQuery, compileQuery, isCompiledQuery } from "graphql-jit";
import { recursiveInputs } from "./recursiveInputs.ts";

/** Maximum known operations in memory, compiled or not; the web app has about fifty. */
const remembered = 500;
/** Executions before compiling, which costs about ten of them: operations that run less often are not compiled. */
const compiledFrom = 3;
/** Maximum length of a query that is used as a key. Longer queries are identified by their hash, to save memory. */
const textMax = 8192;

interface KnownOperation {
  seen: number;
  compiled: CompiledQuery | null;
}

/** Identifies an operation by its query, or by the hash of a query sent earlier. */
export interface OperationName {
  readonly query?: string | undefined;
  readonly hash?: string | undefined;
  readonly operationName?: string | null | undefined;
}

/** Compiles frequent operations to functions. */
export interface CompiledOperations {
  /** Returns the compiled function of a validated operation; null if it has not been compiled. */
  find(name: OperationName): CompiledQuery | null;
  /**
   * Counts a validated operation and returns its compiled function once it is frequent enough; null before, and if it
   * cannot be compiled.
   */
  count(name: OperationName, document: DocumentNode): CompiledQuery | null;
}

export function compileOperations(schema: GraphQLSchema): CompiledOperations {
  const operations = createBoundedCache<string, KnownOperation>(remembered);
  const recursive = recursiveInputs(schema);
  return {
    find(name) {
      const key = keyOf(name);
      return key === null ? null : operations.get(key, unknown).compiled;
    },
    count(name, document) {
      const key = keyOf(name);
      if (key === null) return null;
      const operation = operations.get(key, unknown);
      if (++operation.seen !== compiledFrom || recursive.areVariablesOf(document)) return operation.compiled;
      const result = recursive.whileAnything(() => compileQuery(schema, document, name.operationName ?? undefined));
      if (isCompiledQuery(result)) operation.compiled = result;
      return operation.compiled;
    },
  };
}

function unknown(): KnownOperation {
  return { seen: 0, compiled: null };
}

/**
 * Returns the key of an operation; null for a long query without a hash. The key contains the length of the name, which
 * separates the name from the query.
 */
function keyOf({ query, hash, operationName }: OperationName): string | null {
  const name = operationName ?? "";
  if (query !== undefined && query.length <= textMax) return `text ${name.length} ${name} ${query}`;
  return hash === undefined ? null : `hash ${name.length} ${name} ${hash}`;
}
