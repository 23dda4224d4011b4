import type { GraphqlRow } from "./graphqlRow.ts";
import type { RestRow } from "./restRow.ts";

const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const another = { name: "Another", scopes: ["links:read"] };

/** REST calls that are about API keys. */
export const apiKeyCalls: readonly RestRow[] = [
  { call: "GET /api/keys", request: () => ({}), stranger: "ok", shows: ({ apiKey }) => apiKey.id },
  // Nobody of these comes with a key.
  { call: "GET /api/keys/current", request: () => ({}), owner: "NOT_FOUND_ERROR" },
  { call: "POST /api/keys", request: () => ({ body: another }), stranger: "ok", changes: true },
  {
    call: "POST /api/keys",
    how: "for a group",
    request: ({ owner }) => ({ body: { ...another, groupId: owner.group.id } }),
    changes: true,
  },
  {
    call: "POST /api/keys",
    how: "for a tag",
    request: ({ owner }) => ({ body: { ...another, tag: owner.tag.name } }),
    stranger: "VALIDATION_ERROR",
    changes: true,
  },
  {
    call: "POST /api/keys/handover",
    request: () => ({ body: { ...another, challenge } }),
    stranger: "ok",
    changes: true,
  },
  {
    call: "POST /api/keys/exchange",
    request: () => ({ body: { code: "nobody's", verifier: "nobody's" } }),
    signedOut: "AUTHORIZATION_ERROR",
    stranger: "AUTHORIZATION_ERROR",
    owner: "AUTHORIZATION_ERROR",
  },
  { call: "DELETE /api/keys/current", request: () => ({}), owner: "NOT_FOUND_ERROR" },
  {
    call: "DELETE /api/keys/:id",
    request: ({ owner }) => ({ id: owner.apiKey.id }),
    shows: ({ apiKey }) => apiKey.name,
    changes: true,
  },
];

/** Mutations that are about API keys. */
export const apiKeyMutations: readonly GraphqlRow[] = [
  { call: "Mutation.createApiKey", request: () => ({ input: another }), stranger: "ok", changes: true },
  {
    call: "Mutation.handOverApiKey",
    request: () => ({ input: another, challenge }),
    stranger: "ok",
    changes: true,
  },
  {
    call: "Mutation.exchangeApiKey",
    request: () => ({ code: "nobody's", verifier: "nobody's" }),
    signedOut: "AUTHORIZATION_ERROR",
    stranger: "AUTHORIZATION_ERROR",
    owner: "AUTHORIZATION_ERROR",
  },
  { call: "Mutation.revokeCurrentApiKey", request: () => ({}), owner: "NOT_FOUND_ERROR" },
  {
    call: "Mutation.revokeApiKey",
    request: ({ owner }) => ({ id: owner.apiKey.id }),
    shows: ({ apiKey }) => apiKey.name,
    changes: true,
  },
];
