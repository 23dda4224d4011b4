import type { Logger } from "@hoplog/platform/logging/logger.js";
import { cidrList } from "@hoplog/platform/env/pieces.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { inNetworks } from "@hoplog/platform/visitor/networks.js";
import { isKeyScope, type KeyScope } from "@hoplog/schema/apiKeys/scopes.js";
import { authenticationError } from "@hoplog/schema/errors.js";
import type { Principal } from "../../../kernel/access/authorize.ts";
import type { LinkBounds } from "../../../kernel/access/linkBounds.ts";
import { includedIn } from "../../../kernel/access/needs.ts";
import type { Permission } from "../../../kernel/access/permissions.ts";
import type { Clock } from "../../../kernel/calls/capabilities.ts";
import { readRows, type Reads } from "../../../kernel/database/reads.ts";
import { notPaused } from "../../outlets/notPaused.ts";
import { isWellFormed, keyHash } from "./token.ts";
import type { Caller } from "../../../kernel/calls/actor.ts";

/** An API key presented by a caller. */
export interface KnownKey {
  readonly id: string;
  readonly ownerId: string;
  /** Id of the user who created the key. */
  readonly userId: string;
  /** Expiry in seconds since the epoch; Infinity if there is none. */
  readonly expiresAt: number;
  readonly requestsPerMinute: number | null;
  readonly permissions: ReadonlySet<Permission>;
  readonly within: LinkBounds | null;
  isFor(address: string): boolean;
}

/**
 * Reason for rejecting a known key: the caller's address, a missing permission, or the state of the key or its creator.
 */
export type Refusal = Permission | "address" | "expired" | "revoked" | "banned" | "paused";

export interface UsableKeys {
  /**
   * Finds a key; null for an unknown one. Throws AUTHENTICATION_ERROR, and records the caller, for a key that is
   * expired, revoked or paused, or whose creator is banned.
   */
  find(token: string, caller: RefusedCaller): Promise<KnownKey | null>;
  /** Writes a refusal to the audit log, at most one of each key and kind per minute and process. */
  noteRefusal(key: Pick<KnownKey, "id" | "ownerId" | "userId">, refusal: Refusal, caller: RefusedCaller): void;
}

interface Stored {
  readonly id: string;
  readonly ownerId: string;
  readonly userId: string;
  readonly scopes: readonly string[];
  readonly domain: number | null;
  readonly groupId: string | null;
  readonly tagId: string | null;
  readonly networks: readonly string[];
  readonly requestsPerMinute: number | null;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly isBanned: boolean;
  readonly isPaused: boolean;
}

export interface KnownKeysSettings extends Reads, Clock {
  readonly logger: Logger;
  /** Calls back with the id of each session or key that is revoked, and each key that is suspended, in any process. */
  readonly onEnded: (ended: (id: string) => void) => () => void;
  readonly noteUse: (id: string) => void;
  readonly noteRefusal: UsableKeys["noteRefusal"];
}

/** Cache lifetime in milliseconds, in case a change notification is lost. */
const believedMs = 30_000;
const remembered = 10_000;

/** Restricts the creator's permissions and links to what a key allows. */
export function useOf(
  { permissions, within }: KnownKey,
  makers: ReadonlySet<Permission>,
): Pick<Principal, "permissions" | "within"> {
  const both = [...permissions].filter((permission) => makers.has(permission));
  return { permissions: new Set(both), ...(within && { within }) };
}

/** Caches presented keys, so that calls by key cost no more queries than calls by session. */
export function openKnownKeys(settings: KnownKeysSettings): UsableKeys & { stop(): void } {
  const { now, noteUse, noteRefusal } = settings;
  const known = new Map<string, { readonly key: KnownKey; readonly until: number }>();
  /** Keys that have ended since the start of each running read. */
  const reading = new Set<Set<string>>();
  const stop = settings.onEnded((id) => {
    for (const ended of reading) ended.add(id);
    for (const [hash, { key }] of known) if (key.id === id) known.delete(hash);
  });

  async function read(hash: string, caller: RefusedCaller): Promise<KnownKey | null> {
    const ended = new Set<string>();
    reading.add(ended);
    try {
      const key = await look(hash, caller);
      // The key may have ended after its row was read.
      if (key && ended.has(key.id)) return await read(hash, caller);
      if (!key) return null;
      if (known.size >= remembered) known.clear();
      known.set(hash, { key, until: now().getTime() + believedMs });
      return key;
    } finally {
      reading.delete(ended);
    }
  }

  async function look(hash: string, caller: RefusedCaller): Promise<KnownKey | null> {
    const [stored] = await readRows<Stored>(
      settings.reads,
      sql`SELECT id, owner_id AS "ownerId", user_id AS "userId", scopes, domain, group_id AS "groupId", tag_id AS "tagId",
        networks,
         requests_per_minute AS "requestsPerMinute", expires_at AS "expiresAt", revoked_at AS "revokedAt",
         EXISTS (SELECT FROM account_ban WHERE account_ban.user_id = api_key.user_id) AS "isBanned",
           NOT ${notPaused("apiKey", "api_key.id")} AS "isPaused"
       FROM api_key WHERE hash = ${hash}`,
    );
    if (!stored) return null;
    const refused = (refusal: Refusal, message: string) => {
      noteRefusal(stored, refusal, caller);
      return authenticationError(message);
    };
    if (stored.revokedAt) throw refused("revoked", "This API key has been revoked. Use another key.");
    if (stored.isBanned)
      throw refused("banned", "This API key does not work, because an operator has banned its account.");
    if (stored.isPaused)
      throw refused("paused", "This API key is paused. Its owner can resume it under Access and outlets.");
    const key = keyOf(stored);
    if (isOver(key)) throw refused("expired", "This API key has expired. Use another key.");
    return key;
  }

  function isOver({ expiresAt }: KnownKey): boolean {
    return expiresAt * 1000 <= now().getTime();
  }

  return {
    async find(token, caller) {
      if (!isWellFormed(token)) return null;
      const hash = keyHash(token);
      const found = known.get(hash);
      const isFresh = found && found.until > now().getTime() && !isOver(found.key);
      const key = isFresh ? found.key : await read(hash, caller);
      if (key) noteUse(key.id);
      return key;
    },
    noteRefusal,
    stop,
  };
}

function keyOf({ scopes, networks, expiresAt, domain, groupId, tagId, ...stored }: Stored): KnownKey {
  const { id, ownerId, userId, requestsPerMinute } = stored;
  const isBound = domain !== null || groupId !== null || tagId !== null;
  return {
    id,
    ownerId,
    userId,
    requestsPerMinute,
    expiresAt: expiresAt === null ? Infinity : expiresAt.getTime() / 1000,
    // Stored scopes that only a later version of hoplog knows are ignored.
    permissions: permissionsOfScopes(scopes.filter(isKeyScope)),
    within: isBound ? { domain, groupId, tagId } : null,
    isFor: networks.length === 0 ? () => true : inNetworks(cidrList.parse(networks.join(","))),
  };
}

/** The sender of a rejected key, without Idempotency-Key and If-Match, because a refusal is not part of the call. */
export type RefusedCaller = Pick<Caller, "via" | "address">;

/** Maps scopes to permissions: `…:write` includes `…:read`, and `links:write` includes creating links. */
function permissionsOfScopes(scopes: readonly KeyScope[]): ReadonlySet<Permission> {
  return new Set(scopes.flatMap((scope) => [scope, ...includedIn(scope)]));
}
