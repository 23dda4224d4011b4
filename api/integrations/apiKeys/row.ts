import type { KeyScope } from "@hoplog/schema/apiKeys/scopes.js";
import { defineEntity, type InferEntity, p } from "@mikro-orm/core";

/** An API key; only the hash of its secret is stored. */
export const ApiKeyRow = defineEntity({
  name: "ApiKeyRow",
  tableName: "api_key",
  properties: {
    id: p.uuid().primary(),
    ownerId: p.uuid(),
    /** The user who created the key; the key never has more permissions than that user. */
    userId: p.uuid(),
    name: p.text(),
    hash: p.text(),
    prefix: p.text(),
    scopes: p.array().$type<KeyScope[]>(),
    /** Limits the key to some links, by domain number and ids; null for all links. */
    domain: p.integer().strictNullable(),
    groupId: p.uuid().strictNullable(),
    tagId: p.uuid().strictNullable(),
    /** CIDR networks from which the key may be used; empty for any address. */
    networks: p.array().$type<string[]>(),
    requestsPerMinute: p.integer().strictNullable(),
    expiresAt: p.datetime(3).strictNullable(),
    createdAt: p.datetime(3),
    /** Time of the last use, to the hour. */
    lastUsedAt: p.datetime(3).strictNullable(),
    revokedAt: p.datetime(3).strictNullable(),
  },
});

export type ApiKeyRow = InferEntity<typeof ApiKeyRow>;
