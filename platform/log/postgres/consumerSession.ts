import { setTimeout as sleep } from "node:timers/promises";
import pg, { type ClientBase, type Pool } from "pg";
import type { Topic } from "@hoplog/schema/topics/topic.js";
import { named, sql } from "../../postgres/sql.ts";
import { explaining, postgresConnectionSettings } from "../../tls/connectionError.ts";
import { start, type Point } from "./position.ts";

/**
 * A dedicated connection that holds the consumer's advisory lock, and is also used for reads and commits: once it is
 * lost and another process may have taken over, nothing can be committed.
 */
export interface ConsumerSession {
  readonly client: pg.Client;
  readonly committed: Point;
  commit(point: Point): Promise<void>;
  end(): Promise<void>;
}

export interface SessionSettings {
  readonly databaseUrl: string;
  readonly topic: Topic;
  readonly consumer: string;
  /** Called when the connection is lost, and also after `end`. */
  readonly onLost: () => void;
}

/** Milliseconds between two attempts of a standby process to get the consumer's lock. */
const lockPollMs = 200;

/**
 * Waits until no other process holds the consumer's lock. Resolves with null if aborted before that; rejects if
 * Postgres can't be reached.
 */
export async function openConsumerSession(
  settings: SessionSettings,
  signal: AbortSignal,
): Promise<ConsumerSession | null> {
  const { topic, consumer } = settings;
  const client = new pg.Client({
    connectionString: settings.databaseUrl,
    application_name: `hoplog log consumer ${consumer}`.slice(0, 63),
    connectionTimeoutMillis: 5000,
    query_timeout: 35_000,
    statement_timeout: 30_000,
    keepAlive: true,
  });
  client.on("error", settings.onLost);
  client.on("end", settings.onLost);
  const end = () => client.end().catch(() => {});
  try {
    await explaining(postgresConnectionSettings, () => client.connect());
    if (!(await takeLock(client, `hoplog log ${topic.name} ${consumer}`, signal))) {
      await end();
      return null;
    }
    await client.query(
      sql`INSERT INTO log_consumer (topic, consumer) VALUES (${topic.name}, ${consumer}) ON CONFLICT DO NOTHING`,
    );
    const committed = (await committedPoint(client, topic, consumer)) ?? start;
    return {
      client,
      committed,
      async commit(point) {
        await client.query(
          named(
            "log_commit",
            sql`UPDATE log_consumer SET xid = ${point.xid}::xid8, position = ${point.position}, committed_at = now()
                 WHERE topic = ${topic.name} AND consumer = ${consumer}`,
          ),
        );
      },
      end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/**
 * Polls for the lock, because a statement that waited for it would hold back vacuum all the time. Returns false if the
 * signal is aborted first.
 */
async function takeLock(client: ClientBase, name: string, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    const { rows } = await client.query<{ taken: boolean }>(
      named("log_take_consumer", sql`SELECT pg_try_advisory_lock(hashtextextended(${name}, 0)) AS taken`),
    );
    if (rows[0]?.taken) return true;
    await sleep(lockPollMs, undefined, { signal }).catch(() => {});
  }
  return false;
}

/** Returns the committed point; null if the consumer has never read the topic. */
export async function committedPoint(
  database: ClientBase | Pool,
  topic: Topic,
  consumer: string,
): Promise<Point | null> {
  const { rows } = await database.query<Point>(
    sql`SELECT xid::text, position::text FROM log_consumer WHERE topic = ${topic.name} AND consumer = ${consumer}`,
  );
  return rows[0] ?? null;
}
