import { keyScopes } from "@hoplog/schema/apiKeys/scopes.js";
import { z } from "zod";
import { answer, count, etag, instant, message, recordId } from "../../kernel/calls/answers.ts";
import type { Answers, Tag } from "../../kernel/calls/operation.ts";

const apiKey = z
  .object({
    _id: recordId,
    name: z.string(),
    prefix: z.string().describe("How the key begins; no more of it is kept"),
    scopes: z.array(z.enum(keyScopes)),
    domain: z.string().nullable().describe("The host whose links it reaches, empty for the default domain; null: any"),
    groupId: z
      .object({ _id: recordId, name: z.string().nullable() })
      .meta({ title: "ApiKeyGroup" })
      .nullable()
      .describe("Null: links of any group"),
    tag: z.string().nullable().describe("Null: links with any tags"),
    addresses: z.array(z.string()).describe("Networks that it can be used from; none: from anywhere"),
    requestsPerMinute: count.nullable().describe("Null: as many as the account may make"),
    createdAt: instant,
    expiresAt: instant.nullable(),
    lastUsedAt: instant.nullable().describe("By the hour"),
    revokedAt: instant.nullable(),
    etag,
  })
  .meta({ title: "ApiKey" });

export const apiKeyAnswers = {
  ApiKeysAnswer: answer({ data: z.array(apiKey) }),
  ApiKeyAnswer: answer({ data: apiKey }),
  RevokedApiKeyAnswer: answer({ message, data: apiKey }),
  HandedOverKeyAnswer: answer({
    message,
    data: apiKey.extend({
      code: z.string().describe("For the program, which exchanges it for the key"),
      codeExpiresAt: instant,
    }),
  }),
  CreatedApiKeyAnswer: answer({
    message,
    data: apiKey.extend({ key: z.string().describe("The key itself, which is shown this once") }),
  }),
} satisfies Answers;

export const apiKeysTag: Tag = {
  name: "API keys",
  description: "What programs show in place of a session: `Authorization: Bearer hop_…`",
};
