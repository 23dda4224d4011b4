import type { Logger } from "@hoplog/platform/logging/logger.js";
import type { Listener } from "@hoplog/platform/postgres/listener.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { limits } from "@hoplog/schema/limits.js";
import type { MikroORM } from "@mikro-orm/postgresql";
import { rowsOf } from "../../kernel/database/statements.ts";
import { notPaused } from "../outlets/notPaused.ts";

/** Notified with the id of each session or API key that is revoked, and, after a prefix, of each suspended key. */
export const revocationsChannel = "hoplog_sessions_revoked";

/** Prefix of the id of a key that is suspended and may become valid again. */
export const suspension = "suspended ";

/** Ended sessions whose access tokens may still be valid, and keys that have ended recently. */
export interface Revocations {
  has(sessionId: string): boolean;
  /**
   * Calls back for each session or key that ends from now on, or ended while the listener was disconnected; returns a
   * function that stops it. Callers with long-lived work pass their `own` id, which is looked up after a gap.
   */
  watch(onEnded: (id: string) => void, own?: string): () => void;
  close(): Promise<void>;
}

export interface RevocationsSettings {
  readonly orm: MikroORM;
  readonly listener: Listener;
  readonly logger: Logger;
  readonly now: () => Date;
}

const lifetimeMs = limits.accessTokenSeconds * 1000;
/** How long suspended keys are remembered (ms): longer than a call takes from finding its key to watching it. */
const suspendedMs = 10_000;

/**
 * Stores revocations in memory, so that checks need no query, and receives new ones from PostgreSQL. While PostgreSQL
 * is unreachable, access tokens remain valid until they expire.
 */
export async function openRevocations({ orm, listener, logger, now }: RevocationsSettings): Promise<Revocations> {
  const forgetAt = new Map<string, number>();
  const watchers = new Map<(id: string) => void, string | null>();

  function add(id: string, rememberedMs = lifetimeMs): void {
    const time = now().getTime();
    for (const [other, at] of forgetAt) {
      if (at > time) break;
      forgetAt.delete(other);
    }
    // Finding a permanently ended id again must not shorten its entry.
    const until = Math.max(forgetAt.get(id) ?? 0, time + rememberedMs);
    forgetAt.delete(id);
    forgetAt.set(id, until);
    for (const onEnded of watchers.keys()) onEnded(id);
  }

  function onRevocation(told: string): void {
    if (told.startsWith(suspension)) add(told.slice(suspension.length), suspendedMs);
    else add(told);
  }

  async function load(): Promise<void> {
    const since = new Date(now().getTime() - lifetimeMs);
    const ended = await rowsOf<{ id: string }>(
      orm.em.fork(),
      sql`SELECT id FROM session WHERE revoked_at > ${since} UNION ALL SELECT id FROM api_key WHERE revoked_at > ${since}`,
    );
    for (const { id } of ended) add(id);
    await lookUpWatched();
  }

  /**
   * Looks up watched ids, because a stream of a key may last for days and the key may have been revoked, suspended or
   * deleted long ago.
   */
  async function lookUpWatched(): Promise<void> {
    const own = [...new Set(watchers.values())].filter((id) => id !== null);
    if (own.length === 0) return;
    const ended = await rowsOf<{ id: string }>(
      orm.em.fork(),
      sql`SELECT id FROM jsonb_array_elements_text(${JSON.stringify(own)}::jsonb) AS own (id)
       WHERE NOT EXISTS (SELECT FROM session WHERE session.id = own.id::uuid AND revoked_at IS NULL)
         AND NOT EXISTS (SELECT FROM api_key AS k WHERE k.id = own.id::uuid AND revoked_at IS NULL
           AND NOT EXISTS (SELECT FROM account_ban AS ban WHERE ban.user_id = k.user_id) AND ${notPaused("apiKey", "k.id")})`,
    );
    for (const { id } of ended) add(id, suspendedMs);
  }

  const { unlisten } = await listener.listen(revocationsChannel, {
    onNotification: onRevocation,
    onGap() {
      load().catch((error: unknown) => logger.warn({ err: error }, "cannot read the ended sessions"));
    },
  });
  await load();
  return {
    has: (id) => (forgetAt.get(id) ?? 0) > now().getTime(),
    watch(onEnded, own) {
      watchers.set(onEnded, own ?? null);
      return () => watchers.delete(onEnded);
    },
    close: unlisten,
  };
}
