import type { Logger } from "@hoplog/platform/logging/logger.js";
import type { Listener } from "@hoplog/platform/postgres/listener.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { limits } from "@hoplog/schema/limits.js";
import type { MikroORM } from "@mikro-orm/postgresql";
import { rowsOf } from "../../kernel/database/statements.ts";
import { notPaused } from "../outlets/notPaused.ts";

/** Notified with the id of each session or API key that ends before its time. */
export const revocationsChannel = "hoplog_sessions_revoked";

/** Goes before the id of a key that is of no use for now, and may be again. */
export const suspension = "suspended ";

/** The sessions that have ended but whose access tokens may still be about, and keys that have ended lately. */
export interface Revocations {
  has(sessionId: string): boolean;
  /**
   * Calls back for each session or key that ends from now on, or ended while we could not hear; gives a way to stop that. What
   * has opened something that goes on names its own: that is looked up where much may have been missed.
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
/** Between finding its key and watching it a call takes less (ms). */
const suspendedMs = 10_000;

/**
 * Keeps them in memory, so that looking costs a request nothing, and receives new ones from Postgres. While Postgres
 * can't be reached, an access token lives on until it runs out.
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
    // One that has ended for good isn't remembered for less because it is found again.
    const until = Math.max(forgetAt.get(id) ?? 0, time + rememberedMs);
    forgetAt.delete(id);
    forgetAt.set(id, until);
    for (const onEnded of watchers.keys()) onEnded(id);
  }

  function hear(told: string): void {
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

  /** A stream of a key may go on for days: its key may have ended long before, be suspended, or be gone. */
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
    onNotification: hear,
    onGap() {
      load().catch((error: unknown) => logger.warn({ err: error }, "can't read which sessions have ended"));
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
