import type { KeyScope } from "@hoplog/schema/apiKeys/scopes.js";
import { defineEntity, type InferEntity, p } from "@mikro-orm/core";

/** An API key without its secret, of which only the hash is kept. */
export const ApiKeyRow = defineEntity({
  name: "ApiKeyRow",
  tableName: "api_key",
  properties: {
    id: p.uuid().primary(),
    ownerId: p.uuid(),
    /** Who made it: it never does what that user couldn't. */
    userId: p.uuid(),
    name: p.text(),
    hash: p.text(),
    prefix: p.text(),
    scopes: p.array().$type<KeyScope[]>(),
    /** The links that it reaches, by number and ids; null for all. */
    domain: p.integer().strictNullable(),
    groupId: p.uuid().strictNullable(),
    tagId: p.uuid().strictNullable(),
    /** CIDR; none at all for any address. */
    networks: p.array().$type<string[]>(),
    requestsPerMinute: p.integer().strictNullable(),
    expiresAt: p.datetime(3).strictNullable(),
    createdAt: p.datetime(3),
    /** By the hour. */
    lastUsedAt: p.datetime(3).strictNullable(),
    revokedAt: p.datetime(3).strictNullable(),
  },
});

export type ApiKeyRow = InferEntity<typeof ApiKeyRow>;
