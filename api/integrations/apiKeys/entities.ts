import { keyScopes } from "@hoplog/schema/apiKeys/scopes.js";
import { z } from "zod";
import { count, etag, instant, recordId } from "../../kernel/contract/answerPieces.ts";
import { etagOfSettings } from "../../kernel/calls/etag.ts";
import { oneWith } from "../../kernel/contract/answers.ts";
import { entity } from "../../kernel/contract/entity.ts";
import { graphqlTypes } from "../../kernel/contract/graphqlTypes.ts";
import { type ApiKey, keySettings } from "./queries.ts";

const groupId = "Only links of this group; null for links of all groups";

/** An API key in API responses. */
export const apiKey = entity<ApiKey>()({
  name: "ApiKey",
  description: "A credential for programs, without its secret",
  fields: {
    id: recordId.describe("ID of the key"),
    name: z.string().describe("Name for its owner"),
    prefix: z.string().describe("Beginning of the key; the rest is not stored"),
    scopes: z
      .array(z.enum(keyScopes).register(graphqlTypes, { type: String }))
      .describe(`Any of ${keyScopes.join(", ")}`),
    domain: z
      .string()
      .nullable()
      .describe("Only links of this host, empty for the default domain; null for links of all domains"),
    groupId: recordId.nullable().describe(groupId),
    groupName: z.string().nullable().describe("Name of that group; null if it was deleted"),
    group: z
      .object({ _id: recordId, name: z.string().nullable() })
      .meta({ title: "ApiKeyGroup" })
      .nullable()
      .describe(groupId),
    tag: z.string().nullable().describe("Only links with this tag, empty if it was deleted; null for all links"),
    addresses: z.array(z.string()).describe("Networks that may use the key; empty for all"),
    requestsPerMinute: count.nullable().describe("Limit of the key; null for the limit of the account"),
    createdAt: instant.describe("Creation time"),
    expiresAt: instant.nullable().describe("Expiry time; null for never"),
    lastUsedAt: instant.nullable().describe("Time of the last use, to the hour"),
    revokedAt: instant.nullable().describe("Time of the revocation"),
    etag,
  },
  computed: {
    group: ({ groupId: _id, groupName: name }) => (_id === null ? null : { _id, name }),
    etag: (shown) => etagOfSettings(keySettings(shown)),
  },
  restNames: { group: "groupId" },
  only: { groupId: "graphql", groupName: "graphql", group: "rest" },
});

/** A key with its secret. */
export const apiKeyWithSecret = oneWith(apiKey, {
  name: "ApiKeyWithSecret",
  description: "A new key with its secret",
  field: "apiKey",
  fieldDescription: "The key without its secret",
  more: { key: z.string().describe("The whole key, which is shown only once") },
  answer: "CreatedApiKeyAnswer",
});

/** A key that a program has to fetch. */
export const handedOverKey = oneWith(apiKey, {
  name: "ApiKeyHandover",
  description: "A new key that a program fetches with a code",
  field: "apiKey",
  fieldDescription: "The key without its secret",
  more: {
    code: z.string().describe("Code for the program, which exchanges it for the key"),
    expiresAt: instant.describe("Expiry time of the code"),
  },
  restNames: { expiresAt: "codeExpiresAt" },
  answer: "HandedOverKeyAnswer",
});
