import { sql } from "@hoplog/platform/postgres/sql.js";
import { notFoundError, validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { tagKey } from "@hoplog/schema/tags/tags.js";
import { authorizeAccount, authorizeOwn } from "../../kernel/access/authorize.ts";
import type { LinkBounds } from "../../kernel/access/linkBounds.ts";
import { type Actor, originOf } from "../../kernel/calls/actor.ts";
import { requireMatchingEtag } from "../../kernel/calls/etag.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import { newKeyToken, keyHash, shownPrefix } from "../../accounts/identity/apiKeys/token.ts";
import { notifyOwner } from "../../accounts/identity/accountMails.ts";
import { revokeKey } from "../../accounts/identity/revokeAccess.ts";
import { requireGroup } from "../../links/core/groupOfLink.ts";
import { withoutLinks } from "../../accounts/mail/strangersName.ts";
import { findPlaces } from "../../links/core/place.ts";
import { tagIdsByKey } from "../../links/core/tagsOfLink.ts";
import { requireConfirmed } from "../../accounts/outlets/confirmed.ts";
import { recordOutlet } from "../../accounts/outlets/record.ts";
import { type ApiKeyInput, parseApiKey } from "./input.ts";
import { type ApiKey, currentApiKey, getApiKey, keySettings } from "./queries.ts";
import { ApiKeyRow } from "./row.ts";
import type { Clock, Ids, Randomness } from "../../kernel/calls/capabilities.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import { execute, rowsOf } from "../../kernel/database/statements.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";
import type { KnownDomains } from "../../links/core/domainOfLink.ts";

/** External dependencies of API key management. */
export type ApiKeyServices = Reads &
  Events &
  Clock &
  Ids &
  Randomness &
  KnownDomains &
  LimitsOf<"auth" | "keyCreation">;

/** A key with its secret, which is returned only once. */
export interface ApiKeyWithSecret {
  readonly apiKey: ApiKey;
  readonly key: string;
}

/**
 * Creates an API key and notifies its creator by email. Throws VALIDATION_ERROR (also for a domain or tag that the
 * workspace does not have), NOT_FOUND_ERROR for a group that it does not have, and RATE_LIMIT_ERROR.
 */
export async function createApiKey(
  services: ApiKeyServices,
  actor: Actor,
  input: ApiKeyInput,
): Promise<ApiKeyWithSecret> {
  return createKeyWith(services, actor, input, async () => {});
}

/** Creates a key like {@link createApiKey}; `beside` writes further rows in the same transaction. */
export async function createKeyWith(
  services: ApiKeyServices,
  actor: Actor,
  input: ApiKeyInput,
  beside: (tx: Transaction, id: string) => Promise<void>,
): Promise<ApiKeyWithSecret> {
  const [ownerId, userId] = [authorizeOwn(actor, "keys:write"), authorizeAccount(actor, "keys:write")];
  const now = services.now();
  const given = parseApiKey(input, now);
  await requireConfirmed(services, actor);
  await services.limits.keyCreation(userId);
  const bounds = await boundsOf(services, ownerId, input);
  const key = newKeyToken(services.random);
  const id = services.newId();
  await services.eventStore.unitOfWork(async (tx) => {
    await deleteInvalidKeys(tx, ownerId, now);
    if (bounds.groupId !== null) await requireGroup(tx, actor, bounds.groupId);
    const made = { id, ownerId, userId, createdAt: now, lastUsedAt: null, revokedAt: null };
    const secret = { hash: keyHash(key), prefix: shownPrefix(key) };
    await recordOutlet(services, tx, actor, { kind: "apiKey", id, ownerId });
    await tx.insert(ApiKeyRow, { ...made, ...given, ...bounds, ...secret });
    const action = { action: "CreateApiKey", resource: { type: "key", id }, detail: { scopes: given.scopes } } as const;
    await services.eventStore.audit(tx, originOf(services, actor), action);
    await notifyOwner(services, tx, userId, "api-key-made", {
      key: withoutLinks(given.name),
      scopes: given.scopes.join(", "),
      at: now.toISOString(),
      address: actor.address,
    });
    await beside(tx, id);
  });
  return { apiKey: await getApiKey(services, actor, id), key };
}

/** Revokes the call's own API key, whatever its scopes. Throws NOT_FOUND_ERROR for a call without one. */
export async function revokeCurrentKey(services: ApiKeyServices, actor: Actor): Promise<ApiKey> {
  const { id } = await currentApiKey(services, actor);
  await services.eventStore.unitOfWork(async (tx) => {
    const origin = originOf(services, actor);
    if (!(await revokeKey(services, tx, id, origin))) return;
    const action = { action: "RevokeApiKey", resource: { type: "key", id } } as const;
    await services.eventStore.audit(tx, origin, action);
  });
  return currentApiKey(services, actor);
}

/** Revokes a key and ends everything that uses it. Throws NOT_FOUND_ERROR. */
export async function revokeApiKey(services: ApiKeyServices, actor: Actor, id: string): Promise<ApiKey> {
  await getApiKey(services, actor, id, "keys:write");
  await services.eventStore.unitOfWork(async (tx) => {
    const [row] = await rowsOf<Pick<ApiKey, "id" | "revokedAt">>(
      tx,
      sql`SELECT id, revoked_at AS "revokedAt" FROM api_key WHERE id = ${id} FOR UPDATE`,
    );
    if (!row) throw notFoundError("Key");
    requireMatchingEtag(actor, keySettings(row));
    const origin = originOf(services, actor);
    if (!(await revokeKey(services, tx, id, origin))) return;
    const action = { action: "RevokeApiKey", resource: { type: "key", id } } as const;
    await services.eventStore.audit(tx, origin, action);
  });
  return getApiKey(services, actor, id);
}

async function boundsOf(services: ApiKeyServices, ownerId: string, input: ApiKeyInput): Promise<LinkBounds> {
  const { domain = null, groupId = null, tag = null } = input;
  return {
    domain: domain === null ? null : await domainNumber(services, ownerId, domain),
    groupId: groupId || null,
    tagId: tag ? await tagId(services, ownerId, tag) : null,
  };
}

async function domainNumber(services: ApiKeyServices, ownerId: string, domain: string): Promise<number> {
  const found = (await findPlaces(services, ownerId))(domain);
  if ("problem" in found) throw validationError([{ field: "domain", message: found.problem }]);
  return found.place.number;
}

async function tagId(services: ApiKeyServices, ownerId: string, name: string): Promise<string> {
  const key = tagKey(name);
  const id = (await tagIdsByKey(services, ownerId, [key])).get(key);
  if (id === undefined) throw validationError([{ field: "tag", message: "This workspace has no tag with this name" }]);
  return id;
}

const isOfUse = (now: Date) => sql`revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})`;

/**
 * Throws VALIDATION_ERROR if the workspace has the maximum number of valid keys; otherwise deletes the oldest invalid
 * keys. Serializes concurrent creations.
 */
async function deleteInvalidKeys(tx: Transaction, ownerId: string, now: Date): Promise<void> {
  await execute(tx, sql`SELECT pg_advisory_xact_lock(hashtextextended('hoplog api keys ' || ${ownerId}, 0))`);
  const [row] = await rowsOf<{ count: number }>(
    tx,
    sql`SELECT count(*)::int AS count FROM api_key WHERE owner_id = ${ownerId} AND ${isOfUse(now)}`,
  );
  const max = limits.apiKeysMax;
  if ((row?.count ?? 0) >= max)
    throw validationError([
      { field: "name", message: `A workspace can have at most ${max} API keys. Revoke one first.` },
    ]);
  await execute(
    tx,
    sql`DELETE FROM api_key WHERE id IN (
       SELECT id FROM api_key WHERE owner_id = ${ownerId} AND NOT (${isOfUse(now)})
         ORDER BY id DESC OFFSET ${limits.endedApiKeysMax})`,
  );
}
