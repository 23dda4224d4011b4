import type { FastifyRequest } from "fastify";
import type { CompiledQuery } from "graphql-jit";
import type { CompiledOperations } from "./compiledOperations.ts";
import { variableProblems } from "./documentCheck.ts";

/** A request whose operation has been checked and compiled. */
export interface DirectRequest {
  readonly query: CompiledQuery;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly contentType: string;
}

const json = "application/json; charset=utf-8";
/** Apollo's response type for the Accept headers of most clients; Apollo chooses for all others. */
const contentTypes: ReadonlyMap<string | undefined, string> = new Map([
  [undefined, json],
  ["*/*", json],
  ["application/json", json],
  ["application/graphql-response+json,application/json;q=0.9", "application/graphql-response+json; charset=utf-8"],
]);
const sentAsJson = /^application\/json *(?:;|$)/i;
const fields: ReadonlySet<string> = new Set(["query", "variables", "operationName", "extensions"]);

/**
 * Reads a request of the usual form for a known operation. Returns null if Apollo must handle it because it is unusual
 * or invalid.
 */
export function directRequest(
  operations: CompiledOperations,
  request: Pick<FastifyRequest, "method" | "headers" | "body">,
): DirectRequest | null {
  const { body, headers, method } = request;
  const contentType = contentTypes.get(headers.accept);
  // Forms of other sites cannot send JSON.
  if (method !== "POST" || contentType === undefined || !sentAsJson.test(headers["content-type"] ?? "")) return null;
  if (!isRecord(body) || !Object.keys(body).every((name) => fields.has(name))) return null;
  const variables = body["variables"] ?? {};
  const operationName = body["operationName"] ?? undefined;
  if (!isRecord(variables) || (operationName !== undefined && typeof operationName !== "string")) return null;
  const found = operationOf(operations, body["query"], operationName, body["extensions"] ?? undefined);
  if (!found || variableProblems(variables).length > 0) return null;
  return { query: found, variables, contentType };
}

function operationOf(
  operations: CompiledOperations,
  query: unknown,
  operationName: string | undefined,
  extensions: unknown,
): CompiledQuery | null {
  if (extensions === undefined) {
    return typeof query === "string" && query !== "" ? operations.find({ query, operationName }) : null;
  }
  // A query sent together with a hash must be checked against the hash and stored, which Apollo does.
  if (query !== undefined || !isRecord(extensions)) return null;
  const persisted = extensions["persistedQuery"];
  if (!isRecord(persisted) || persisted["version"] !== 1) return null;
  const hash = persisted["sha256Hash"];
  return typeof hash === "string" ? operations.find({ hash, operationName }) : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
