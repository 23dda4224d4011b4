import { raw, sql } from "@hoplog/platform/postgres/sql.js";
import type { KeyScope } from "@hoplog/schema/apiKeys/scopes.js";
import { notFoundError } from "@hoplog/schema/errors.js";
import { authorize, authorizeOwn, type Member } from "../../kernel/access/authorize.ts";
import type { Actor } from "../../kernel/calls/actor.ts";
import { readRows, type Reads } from "../../kernel/database/reads.ts";

/** A key without its secret. */
export interface ApiKey {
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  /** The first characters of the key. */
  readonly prefix: string;
  readonly scopes: readonly KeyScope[];
  /** The host of links that the key may access: empty for the default domain, null for any domain. */
  readonly domain: string | null;
  readonly groupId: string | null;
  /** The group of links that the key may access; null for any group, and if the group was deleted. */
  readonly groupName: string | null;
  /** Name of the tag of links that the key may access; empty for a deleted tag, null for all links. */
  readonly tag: string | null;
  readonly addresses: readonly string[];
  readonly requestsPerMinute: number | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  /** Time of the last use, to the hour. */
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

/** Returns the fields of a key that its ETag covers. A key cannot be changed, only revoked. */
export function keySettings({ id, revokedAt }: Pick<ApiKey, "id" | "revokedAt">): object {
  return { id, isRevoked: revokedAt !== null };
}

const select = `SELECT api_key.id, api_key.owner_id AS "ownerId", api_key.name, prefix, scopes,
    CASE WHEN domain IS NULL THEN NULL ELSE coalesce((SELECT name FROM domain AS own WHERE own.number = api_key.domain), '') END AS domain,
    group_id AS "groupId", (SELECT name FROM link_group WHERE link_group.id = api_key.group_id) AS "groupName",
    CASE WHEN tag_id IS NULL THEN NULL ELSE coalesce((SELECT name FROM tag WHERE tag.id = api_key.tag_id), '') END AS tag,
    networks AS addresses, requests_per_minute AS "requestsPerMinute", created_at AS "createdAt", expires_at AS "expiresAt",
    last_used_at AS "lastUsedAt", revoked_at AS "revokedAt"
  FROM api_key`;

/**
 * Returns the workspace's API keys, newest first. Includes keys that were revoked or expired in the last 90 days, up to
 * `limits.endedApiKeysMax`.
 */
export async function listApiKeys({ reads }: Reads, member: Member): Promise<ApiKey[]> {
  const ownerId = authorizeOwn(member, "keys:read");
  return readRows<ApiKey>(reads, sql`${raw(select)} WHERE api_key.owner_id = ${ownerId} ORDER BY api_key.id DESC`);
}

/** Finds a key. Throws NOT_FOUND_ERROR, also for a key of another workspace. */
export async function getApiKey(
  { reads }: Reads,
  member: Member,
  id: string,
  permission: "keys:read" | "keys:write" = "keys:read",
): Promise<ApiKey> {
  const key = await keyById({ reads }, id);
  authorize(member, permission, { type: "key", workspaceId: key?.ownerId ?? null });
  if (!key) throw notFoundError("Key");
  return key;
}

/** Returns the call's own key. Throws NOT_FOUND_ERROR for a call without one. */
export async function currentApiKey({ reads }: Reads, { credential }: Actor): Promise<ApiKey> {
  const key = credential.kind === "apiKey" ? await keyById({ reads }, credential.id) : null;
  if (!key) throw notFoundError("Key");
  return key;
}

/** Returns a key, or null. Does not check permissions: the caller must have presented the key or its code. */
export async function keyById({ reads }: Reads, id: string): Promise<ApiKey | null> {
  const [key] = await readRows<ApiKey>(reads, sql`${raw(select)} WHERE api_key.id = ${id}`);
  return key ?? null;
}
