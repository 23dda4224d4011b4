import type { GraphqlRow } from "./graphqlRow.ts";
import type { RestRow } from "./restRow.ts";

/** Challenge and verifier from RFC 7636. */
export const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
export const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
export const anotherKey = { name: "Another", scopes: ["links:read"] };

export const apiKeyCalls: readonly RestRow[] = [
  { call: "GET /api/keys", request: () => ({}), stranger: "ok", shows: ({ apiKey }) => apiKey.id },
  // Callers of the tests use sessions, so none of them has a key.
  { call: "GET /api/keys/current", request: () => ({}), owner: "NOT_FOUND_ERROR" },
  { call: "POST /api/keys", request: () => ({ body: anotherKey }), stranger: "ok", changes: true },
  {
    call: "POST /api/keys",
    how: "for a group",
    request: ({ owner }) => ({ body: { ...anotherKey, groupId: owner.group.id } }),
    changes: true,
  },
  {
    call: "POST /api/keys",
    how: "for a tag",
    request: ({ owner }) => ({ body: { ...anotherKey, tag: owner.tag.name } }),
    stranger: "VALIDATION_ERROR",
    changes: true,
  },
  {
    call: "POST /api/keys/handover",
    request: () => ({ body: { ...anotherKey, challenge } }),
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

export const apiKeyMutations: readonly GraphqlRow[] = [
  { call: "Mutation.createApiKey", request: () => ({ input: anotherKey }), stranger: "ok", changes: true },
  {
    call: "Mutation.handOverApiKey",
    request: () => ({ input: anotherKey, challenge }),
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
