import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { ErrorDetails, ErrorType } from "@hoplog/schema/errors.js";
import { httpStatusOf } from "@hoplog/schema/errors.js";
import type { GraphQLFieldResolver } from "graphql";
import { GraphQLError, buildSchema, defaultFieldResolver, graphql } from "graphql";
import { onTestFinished } from "vitest";

/** Resolvers of root fields, which receive the arguments and the bearer token. */
export type Resolvers = Record<string, (args: never, context: { token: string | null }) => unknown>;

/** The server stores no persisted operations, so it requests the text of each operation. */
const unknownHash = { message: "PersistedQueryNotFound", extensions: { code: "PERSISTED_QUERY_NOT_FOUND" } };

const schema = buildSchema(readFileSync(join(import.meta.dirname, "../../schema/graphql/schema.graphql"), "utf8"));

/** Default values of fields that a test's link omits. */
const plainLink: Readonly<Record<string, unknown>> = {
  hasPassword: false,
  tags: [],
  isArchived: false,
  isFavourite: false,
};

/**
 * Resolves fields from the test's data. Omitted fields of a link are derived from its other fields or get a default.
 */
const resolve: GraphQLFieldResolver<Record<string, unknown>, unknown> = (source, args, context, info) => {
  const { parentType, fieldName } = info;
  const isLeftOut = parentType.name === "Link" && source[fieldName] === undefined;
  if (isLeftOut && fieldName in plainLink) return plainLink[fieldName];
  if (!isLeftOut || fieldName !== "state") return defaultFieldResolver(source, args, context, info);
  if ((source["banReason"] ?? null) !== null) return "banned";
  if (source["isActive"] === false) return "inactive";
  if (source["visitsLeft"] === 0) return "usedUp";
  return (source["listing"] ?? null) === null ? "active" : "listed";
};

/**
 * Starts a server with the project's schema over real HTTP and a test's resolvers; it is stopped when the test ends.
 */
export async function startGraphQL(resolvers: Resolvers): Promise<{ url: string }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { query, variables } = JSON.parse(Buffer.concat(chunks).toString());
      if (query === undefined) {
        response.writeHead(200, { "content-type": "application/json", "access-control-allow-origin": "*" });
        response.end(JSON.stringify({ errors: [unknownHash] }));
        return;
      }
      const token = request.headers.authorization?.replace("Bearer ", "") ?? null;
      void graphql({
        schema,
        source: query,
        rootValue: resolvers,
        variableValues: variables,
        contextValue: { token },
        fieldResolver: resolve,
      }).then((result) => {
        const type = result.errors?.[0]?.extensions.type;
        const refused = type === "AUTHENTICATION_ERROR" || type === "RATE_LIMIT_ERROR";
        response.writeHead(refused ? httpStatusOf[type] : 200, {
          "content-type": "application/json",
          "access-control-allow-origin": "*",
        });
        response.end(JSON.stringify(result));
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === "string") throw new Error("No port");
  return { url: `http://127.0.0.1:${address.port}/graphql` };
}

export function refusal(type: ErrorType, message: string, details: ErrorDetails = {}): GraphQLError {
  return new GraphQLError(message, { extensions: { code: type, type, details } });
}
