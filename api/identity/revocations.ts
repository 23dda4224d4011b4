import type { Logger } from "@hoplog/platform/logging/logger.js";
import type { Listener } from "@hoplog/platform/postgres/listener.js";
import { limits } from "@hoplog/schema/limits.js";
import type { MikroORM } from "@mikro-orm/postgresql";

/** Notified with the id of each session or API key that ends before its time. */
export const revocationsChannel = "hoplog_sessions_revoked";

/** The sessions that have ended but whose access tokens may still be about, and keys that have ended lately. */
export interface Revocations {
  has(sessionId: string): boolean;
  /** Calls back for each session that ends from now on, or ended while we could not hear; gives a way to stop that. */
  watch(onEnded: (sessionId: string) => void): () => void;
  close(): Promise<void>;
}

export interface RevocationsSettings {
  readonly orm: MikroORM;
  readonly listener: Listener;
  readonly logger: Logger;
  readonly now: () => Date;
}

const lifetimeMs = limits.accessTokenSeconds * 1000;

/**
 * Keeps them in memory, so that looking costs a request nothing, and receives new ones from Postgres. While Postgres
 * can't be reached, an access token lives on until it runs out.
 */
export async function openRevocations({ orm, listener, logger, now }: RevocationsSettings): Promise<Revocations> {
  const forgetAt = new Map<string, number>();
  const watchers = new Set<(sessionId: string) => void>();

  function add(sessionId: string): void {
    const time = now().getTime();
    for (const [id, at] of forgetAt) {
      if (at > time) break;
      forgetAt.delete(id);
    }
    forgetAt.delete(sessionId);
    forgetAt.set(sessionId, time + lifetimeMs);
    for (const onEnded of watchers) onEnded(sessionId);
  }

  async function load(): Promise<void> {
    const since = new Date(now().getTime() - lifetimeMs);
    const ended = await orm.em
      .fork()
      .execute<{ id: string }[]>(
        "SELECT id FROM session WHERE revoked_at > ? UNION ALL SELECT id FROM api_key WHERE revoked_at > ?",
        [since, since],
      );
    for (const { id } of ended) add(id);
  }

  const { unlisten } = await listener.listen(revocationsChannel, {
    onNotification: add,
    onGap() {
      load().catch((error: unknown) => logger.warn({ err: error }, "can't read which sessions have ended"));
    },
  });
  await load();
  return {
    has: (sessionId) => forgetAt.has(sessionId),
    watch(onEnded) {
      watchers.add(onEnded);
      return () => watchers.delete(onEnded);
    },
    close: unlisten,
  };
}
