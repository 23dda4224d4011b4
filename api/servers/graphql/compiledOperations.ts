import { createBoundedCache } from "@hoplog/platform/cache/boundedCache.js";
import type { DocumentNode, GraphQLSchema } from "graphql";
import { type CompiledQuery, compileQuery, isCompiledQuery } from "graphql-jit";
import { recursiveInputs } from "./recursiveInputs.ts";

/** Operations that are remembered; the web app has some fifty. */
const remembered = 500;
/** Compiling costs as much as some ten executions: an operation that comes once is never compiled. */
const compiledFrom = 3;
/** Longer texts are known by their hash alone, so that what is remembered stays small. */
const textMax = 8192;

interface KnownOperation {
  seen: number;
  compiled: CompiledQuery | null;
}

/** What a request names an operation by: its text, or the hash of a text that has come before. */
export interface OperationName {
  readonly query?: string | undefined;
  readonly hash?: string | undefined;
  readonly operationName?: string | null | undefined;
}

/** The operations that come again and again, as functions. */
export interface CompiledOperations {
  /** The function of an operation that was checked before; null where there is none. */
  find(name: OperationName): CompiledQuery | null;
  /** Counts an operation whose document has been checked, and gives its function once it has come often enough. */
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

/** The length keeps apart where a name ends and a text begins. */
function keyOf({ query, hash, operationName }: OperationName): string | null {
  const name = operationName ?? "";
  if (query !== undefined && query.length <= textMax) return `text ${name.length} ${name} ${query}`;
  return hash === undefined ? null : `hash ${name.length} ${name} ${hash}`;
}
