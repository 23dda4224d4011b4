import { keyScopes } from "@hoplog/schema/apiKeys/scopes.js";
import { z } from "zod";
import { count, etag, instant, recordId } from "../../kernel/contract/answerPieces.ts";
import { etagOfSettings } from "../../kernel/calls/etag.ts";
import { oneWith } from "../../kernel/contract/answers.ts";
import { entity } from "../../kernel/contract/entity.ts";
import { graphqlTypes } from "../../kernel/contract/graphqlTypes.ts";
import { type ApiKey, keySettings } from "./queries.ts";

const groupId = "ID of the group whose links the key can access; null for no restriction by group";

/** An API key in API responses. */
export const apiKey = entity<ApiKey>()({
  name: "ApiKey",
  description: "A credential for scripts and integrations, without its secret",
  fields: {
    id: recordId.describe("ID of the API key"),
    name: z.string().describe("Name of the API key"),
    prefix: z.string().describe("First characters of the API key; the rest is not stored"),
    scopes: z
      .array(z.enum(keyScopes).register(graphqlTypes, { type: String }))
      .describe(`Permissions of the key: any of ${keyScopes.join(", ")}`),
    domain: z
      .string()
      .nullable()
      .describe(
        "Host name of the domain whose links the key can access, empty for the default domain; null for all domains",
      ),
    groupId: recordId.nullable().describe(groupId),
    groupName: z
      .string()
      .nullable()
      .describe("Name of that group; null if there is no group, or if the group was deleted"),
    group: z
      .object({ _id: recordId, name: z.string().nullable() })
      .meta({ title: "ApiKeyGroup" })
      .nullable()
      .describe(groupId),
    tag: z
      .string()
      .nullable()
      .describe(
        "Name of the tag whose links the key can access, empty if the tag was deleted; null for no restriction by tag",
      ),
    addresses: z.array(z.string()).describe("IP addresses and networks from which the key can be used; empty for all"),
    requestsPerMinute: count
      .nullable()
      .describe("Maximum requests per minute with the key; null for the limit of the account"),
    createdAt: instant.describe("Creation time"),
    expiresAt: instant.nullable().describe("Time when the key expires; null for never"),
    lastUsedAt: instant.nullable().describe("Time of the last use, rounded to the hour; null if it was never used"),
    revokedAt: instant.nullable().describe("Time of the revocation; null if it is not revoked"),
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
  description: "A new API key and its secret",
  field: "apiKey",
  fieldDescription: "The key without its secret",
  more: { key: z.string().describe("The complete API key, which is returned only once") },
  answer: "CreatedApiKeyAnswer",
});

/** A key that a program has to fetch. */
export const handedOverKey = oneWith(apiKey, {
  name: "ApiKeyHandover",
  description: "A new API key that a program fetches with a code",
  field: "apiKey",
  fieldDescription: "The key without its secret",
  more: {
    code: z.string().describe("One-time code with which the program fetches the key"),
    expiresAt: instant.describe("Time when the code expires"),
  },
  restNames: { expiresAt: "codeExpiresAt" },
  answer: "HandedOverKeyAnswer",
});
