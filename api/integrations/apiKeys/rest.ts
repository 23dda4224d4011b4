import { keyScopes } from "@hoplog/schema/apiKeys/scopes.js";
import { limits } from "@hoplog/schema/limits.js";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { callerOf, type RequireActor } from "../../kernel/calls/actor.ts";
import { etagOfSettings } from "../../kernel/calls/etag.ts";
import { documented } from "../../kernel/calls/operation.ts";
import { idOf, oneOf, optionalId, optionalText, parseInput, text, within } from "../../kernel/calls/parse.ts";
import { apiKeyAnswers, apiKeysTag } from "./answers.ts";
import { createApiKey, revokeApiKey, revokeCurrentKey } from "./commands.ts";
import { exchangeApiKey, handOverApiKey } from "./handover.ts";
import { type ApiKey, currentApiKey, keySettings, listApiKeys } from "./queries.ts";
import type { ApiKeyServices } from "./services.ts";

export const newApiKeyBody = z.object({
  name: text,
  scopes: z
    .array(oneOf(keyScopes))
    .max(keyScopes.length * 2)
    .describe("`…:write` includes `…:read`, `links:write` includes `links:create`."),
  expiresAt: z.iso
    .datetime({ offset: true, error: "Must be a date and time in ISO 8601" })
    .transform((value) => new Date(value))
    .nullish()
    .describe("Null: never"),
  domain: optionalText.describe("Reaches links of this host alone; empty: of the default domain; null: of any"),
  groupId: optionalId.describe("Reaches links of this group alone"),
  tag: optionalText.describe("Reaches links with this tag alone"),
  addresses: z
    .array(text)
    .max(limits.apiKeyNetworksMax * 2)
    .nullish()
    .describe("Addresses and networks in CIDR that it can be used from; none: from anywhere"),
  requestsPerMinute: z
    .int("Must be a whole number")
    .meta(within(1, limits.apiKeyRequestsPerMinuteMax))
    .nullish()
    .describe("Null: as many as the account may make"),
});

export const handoverBody = newApiKeyBody.extend({
  challenge: text.describe("SHA-256 of the program's verifier, in base64url without padding (S256 of RFC 7636)"),
});

export const exchangeBody = z.object({
  code: text.describe("From the page that has made the key"),
  verifier: text.describe("What the challenge is the SHA-256 of"),
});

export function apiKeyRoutes(app: FastifyInstance, services: ApiKeyServices, requireActor: RequireActor): void {
  app.get(
    "/api/keys",
    documented({
      id: "listApiKeys",
      tag: apiKeysTag,
      summary: "List API keys, the newest first",
      description: `Those too that have been revoked or have expired, for 90 days and the newest ${limits.endedApiKeysMax} of them. None is shown as a whole.`,
      answer: { status: 200, is: apiKeyAnswers.ApiKeysAnswer },
      failures: [403],
    }),
    async (request) => {
      const actor = await requireActor(request);
      return { success: true, data: (await listApiKeys(services, actor)).map(bodyOf) };
    },
  );

  app.get(
    "/api/keys/current",
    documented({
      id: "getCurrentApiKey",
      tag: apiKeysTag,
      summary: "The API key that the call comes with",
      description: "Needs no scope. Without a key it is not found.",
      answer: { status: 200, is: apiKeyAnswers.ApiKeyAnswer },
      failures: [403, 404],
    }),
    async (request) => ({ success: true, data: bodyOf(await currentApiKey(services, await requireActor(request))) }),
  );

  app.post(
    "/api/keys",
    documented({
      id: "createApiKey",
      tag: apiKeysTag,
      summary: "Make an API key",
      description: `The key is shown this once; its hash alone is kept. It never does what its maker couldn't, and makes no keys itself. A workspace has at most ${limits.apiKeysMax}. Its maker is notified by mail.`,
      body: newApiKeyBody,
      example: { name: "Deploy script", scopes: ["links:create"], expiresAt: "2099-01-01T00:00:00Z" },
      answer: { status: 201, is: apiKeyAnswers.CreatedApiKeyAnswer },
      failures: [400, 403, 404],
    }),
    async (request, reply) => {
      const actor = await requireActor(request);
      const { apiKey, key } = await createApiKey(services, actor, parseInput(newApiKeyBody, request.body));
      const data = { ...bodyOf(apiKey), key };
      // No cache between us and the caller may keep it.
      return reply
        .code(201)
        .header("cache-control", "no-store")
        .send({ success: true, message: "API key made. It is shown this once.", data });
    },
  );

  app.post(
    "/api/keys/handover",
    documented({
      id: "handOverApiKey",
      tag: apiKeysTag,
      summary: "Make an API key for a program that waits for it",
      description: `For pages that a program has opened: the answer has a code, which the page passes on to the program. The program exchanges it and its verifier for the key within ${limits.keyHandoverSeconds / 60} minutes; nobody sees the key before.`,
      body: handoverBody,
      example: {
        name: "Command line",
        scopes: ["links:write"],
        challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
      },
      answer: { status: 201, is: apiKeyAnswers.HandedOverKeyAnswer },
      failures: [400, 403, 404],
    }),
    async (request, reply) => {
      const actor = await requireActor(request);
      const { apiKey, code, expiresAt } = await handOverApiKey(services, actor, parseInput(handoverBody, request.body));
      const data = { ...bodyOf(apiKey), code, codeExpiresAt: expiresAt.toISOString() };
      return reply
        .code(201)
        .header("cache-control", "no-store")
        .send({ success: true, message: "API key made. The program can fetch it now.", data });
    },
  );

  app.post(
    "/api/keys/exchange",
    documented({
      id: "exchangeApiKey",
      tag: apiKeysTag,
      open: true,
      summary: "Exchange a code for its API key",
      description: "Works once. A wrong verifier ends the key.",
      body: exchangeBody,
      answer: { status: 201, is: apiKeyAnswers.CreatedApiKeyAnswer },
      failures: [400, 403],
    }),
    async (request, reply) => {
      const exchange = parseInput(exchangeBody, request.body);
      const { apiKey, key } = await exchangeApiKey(services, exchange, callerOf(request, "rest"));
      const data = { ...bodyOf(apiKey), key };
      return reply
        .code(201)
        .header("cache-control", "no-store")
        .send({ success: true, message: "Here is the API key. It is shown this once.", data });
    },
  );

  app.delete(
    "/api/keys/current",
    documented({
      id: "revokeCurrentApiKey",
      tag: apiKeysTag,
      summary: "Revoke the API key that the call comes with",
      description: "Needs no scope. Without a key it is not found.",
      answer: { status: 200, is: apiKeyAnswers.RevokedApiKeyAnswer },
      failures: [403, 404],
    }),
    async (request) => {
      const revoked = await revokeCurrentKey(services, await requireActor(request));
      return { success: true, message: "API key revoked.", data: bodyOf(revoked) };
    },
  );

  app.delete(
    "/api/keys/:id",
    documented({
      id: "revokeApiKey",
      tag: apiKeysTag,
      summary: "Revoke an API key",
      description: "Nothing goes by it from now on; streams that were opened with it end.",
      conditional: true,
      answer: { status: 200, is: apiKeyAnswers.RevokedApiKeyAnswer },
      failures: [400, 403, 404],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const revoked = await revokeApiKey(services, actor, idOf(request.params, "Key"));
      return { success: true, message: "API key revoked.", data: bodyOf(revoked) };
    },
  );
}

function bodyOf({ id, groupId, groupName, createdAt, expiresAt, lastUsedAt, revokedAt, ...key }: ApiKey) {
  const { name, prefix, scopes, domain, tag, addresses, requestsPerMinute } = key;
  return {
    _id: id,
    name,
    prefix,
    scopes,
    domain,
    tag,
    addresses,
    requestsPerMinute,
    groupId: groupId === null ? null : { _id: groupId, name: groupName },
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
    etag: etagOfSettings(keySettings({ id, revokedAt })),
  };
}
