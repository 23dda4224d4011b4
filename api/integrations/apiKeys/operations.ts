import { limits } from "@hoplog/schema/limits.js";
import { recordId } from "../../kernel/contract/answerPieces.ts";
import type { Tag } from "../../kernel/calls/operation.ts";
import { text } from "../../kernel/contract/parse.ts";
import { many, one } from "../../kernel/contract/answers.ts";
import { facesOf, operationsOn } from "../../kernel/contract/operations.ts";
import { createApiKey, revokeApiKey, revokeCurrentKey, type ApiKeyServices } from "./commands.ts";
import { apiKey, apiKeyWithSecret, handedOverKey } from "./entities.ts";
import { exchangeApiKey, handOverApiKey } from "./handover.ts";
import { newApiKey } from "./input.ts";
import { currentApiKey, listApiKeys } from "./queries.ts";

const apiKeysTag: Tag = {
  name: "API keys",
  description: "Credentials for scripts and integrations, sent as `Authorization: Bearer hop_…`",
};

const revoked = one(apiKey, { name: "RevokedApiKeyAnswer" });
const challenge = text.describe(
  "Base64url-encoded SHA-256 hash of the program's verifier, without padding (S256 of RFC 7636)",
);
const handover = {
  summary: "Create an API key for a waiting program",
  description: `For login pages that a program has opened. Returns a one-time code; the page passes it to the program, which exchanges the code and its verifier for the key within ${limits.keyHandoverSeconds / 60} minutes. The page never receives the key itself.`,
  answer: handedOverKey,
};

const { query, mutation, restOnly, graphqlMutation, publicMutation } = operationsOn<ApiKeyServices>(apiKeysTag, "Key");

/** The operations on API keys. */
export const apiKeyFaces = facesOf([
  query({
    name: "apiKeys",
    id: "listApiKeys",
    rest: "GET /api/keys",
    summary: "List API keys",
    description: `Returns the newest keys first, without their secrets. Includes the newest ${limits.endedApiKeysMax} keys that were revoked or expired in the last 90 days.`,
    needs: ["keys:read"],
    takes: {},
    answer: many(apiKey),
    weight: { length: limits.apiKeysMax + limits.endedApiKeysMax },
    failures: [403],
    run: listApiKeys,
  }),
  restOnly({
    id: "getCurrentApiKey",
    rest: "GET /api/keys/current",
    summary: "Get the API key of this call",
    description: "Needs no scope. Calls without an API key get NOT_FOUND_ERROR.",
    needs: [],
    takes: {},
    answer: one(apiKey, { message: null }),
    failures: [403, 404],
    run: currentApiKey,
  }),
  mutation({
    name: "createApiKey",
    rest: "POST /api/keys",
    creates: true,
    secret: true,
    summary: "Create an API key",
    description: `Returns the key only once; only its hash is stored. A key never has more permissions than its creator, and cannot create other keys. A workspace has at most ${limits.apiKeysMax} keys. The creator is notified by email.`,
    needs: ["keys:write"],
    takes: { input: newApiKey },
    example: { name: "Deploy script", scopes: ["links:create"], expiresAt: "2099-01-01T00:00:00Z" },
    answer: apiKeyWithSecret,
    message: "API key created. It is shown only once.",
    failures: [400, 403, 404],
    run: (services, actor, { input }) => createApiKey(services, actor, input),
  }),
  restOnly({
    ...handover,
    id: "handOverApiKey",
    rest: "POST /api/keys/handover",
    creates: true,
    secret: true,
    needs: ["keys:write"],
    takes: { input: newApiKey.extend({ challenge }) },
    example: {
      name: "Command line",
      scopes: ["links:write"],
      challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    },
    message: "API key created. The program can fetch it now.",
    failures: [400, 403, 404],
    run: (services, actor, { input }) => handOverApiKey(services, actor, input),
  }),
  graphqlMutation({
    ...handover,
    name: "handOverApiKey",
    needs: ["keys:write"],
    takes: { input: newApiKey, challenge },
    run: (services, actor, { input, ...given }) => handOverApiKey(services, actor, { ...input, ...given }),
  }),
  publicMutation({
    name: "exchangeApiKey",
    rest: "POST /api/keys/exchange",
    creates: true,
    secret: true,
    summary: "Exchange a code for its API key",
    description:
      "Returns the key to the program that waits for it. A code works once; a wrong verifier deletes the key.",
    takes: {
      code: text.describe("One-time code from the page that created the key"),
      verifier: text.describe("Secret string whose SHA-256 hash is the challenge"),
    },
    answer: apiKeyWithSecret,
    message: "API key created. It is shown only once.",
    failures: [400, 403],
    run: (services, caller, given) => exchangeApiKey(services, given, caller),
  }),
  mutation({
    name: "revokeCurrentApiKey",
    rest: "DELETE /api/keys/current",
    summary: "Revoke the API key of this call",
    description: "The key stops working immediately. Needs no scope. Calls without an API key get NOT_FOUND_ERROR.",
    needs: [],
    takes: {},
    answer: revoked,
    message: "API key revoked.",
    failures: [403, 404],
    run: revokeCurrentKey,
  }),
  mutation({
    name: "revokeApiKey",
    rest: "DELETE /api/keys/:id",
    summary: "Revoke an API key",
    description: "The key stops working immediately; event streams that were opened with the key end.",
    needs: ["keys:write"],
    takes: { id: recordId },
    conditional: true,
    answer: revoked,
    message: "API key revoked.",
    failures: [400, 403, 404],
    run: (services, actor, { id }) => revokeApiKey(services, actor, id),
  }),
]);
