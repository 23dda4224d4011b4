import type { Topic } from "@hoplog/schema/topics/topic.js";
import { createBackoff } from "../../retry/retry.ts";
import { migrate } from "../../postgres/migrate.ts";
import { channelName } from "../../postgres/channelName.ts";
import { createListener } from "../../postgres/listener.ts";
import { createPool } from "../../postgres/pool.ts";
import type { Logger } from "../../logging/logger.ts";
import { sql } from "../../postgres/sql.ts";
import type { Consumption, EventLog } from "../port.ts";
import { appendRecords } from "./append.ts";
import { committedPoint, openConsumerSession } from "./consumerSession.ts";
import { deliverUntilEnd, type Delivery } from "./deliver.ts";
import { gatheringOf, logName } from "./gathering.ts";
import { logMigrations } from "./migrations.ts";
import { parsePosition, start, type Point } from "./position.ts";
import { readBatch } from "./readBatch.ts";
import { tidyTopic } from "./tidy.ts";
import { createNotifier, type Notifier } from "../../retry/notifier.ts";

export interface PostgresLogSettings {
  readonly databaseUrl: string;
  readonly logger: Logger;
}

/** Opens the event log in Postgres tables, which are created on first start. Rejects if Postgres can't be reached. */
export async function openPostgresLog(settings: PostgresLogSettings): Promise<EventLog> {
  const { databaseUrl, logger } = settings;
  const pool = createPool({ databaseUrl, logger, applicationName: "hoplog log", max: 6 });
  try {
    await migrate(pool, "log", logMigrations);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const listener = createListener({ databaseUrl, logger, applicationName: "hoplog log listener" });
  const abandoned = new AbortController();
  const running = new Set<Promise<void>>();

  /** Runs `attempt` repeatedly, with pauses after failures, until stopped. */
  function keepGoing(topic: Topic, attempt: (notifier: Notifier, ending: AbortSignal) => Promise<void>): Consumption {
    const ending = new AbortController();
    const signal = AbortSignal.any([ending.signal, abandoned.signal]);
    const work = async (): Promise<void> => {
      const notifier = createNotifier();
      const notifyAll = (): void => notifier.notify();
      const listening = listener.listen(channelOf(topic), { onNotification: notifyAll, onGap: notifyAll });
      // Reads again once the connection listens, for records that arrived before. If listening fails, the reader polls
      // instead.
      listening.then(notifyAll, () => {});
      const backoff = createBackoff(50, 2000);
      while (!signal.aborted) {
        try {
          await attempt(notifier, signal);
          backoff.reset();
        } catch (error) {
          if (!signal.aborted) logger.warn({ err: error, topic: topic.name }, "could not read the log; retrying");
          await backoff.pause(signal);
        }
      }
      // Not awaited: while Postgres is unavailable, `listening` may stay pending, and stopping must not wait for it.
      listening.then((mine) => mine.unlisten()).catch(() => {});
    };
    const stopped = work().finally(() => running.delete(stopped));
    running.add(stopped);
    return {
      stopped,
      stop: () => {
        ending.abort();
        return stopped;
      },
    };
  }

  return {
    name: logName,

    append: (topic, records) => appendRecords(pool, topic, channelOf(topic), records),

    consume: (topic, consumer, options, deliver) =>
      keepGoing(topic, async (notifier, ending) => {
        const lost = new AbortController();
        const held = AbortSignal.any([ending, lost.signal]);
        const session = await openConsumerSession({ databaseUrl, topic, consumer, onLost: () => lost.abort() }, held);
        if (!session) return;
        try {
          const delivery = {
            from: session.committed,
            read: (after: Point) => readBatch(session.client, topic, after, options),
            gathering: gatheringOf(session.client, topic, options),
            commit: session.commit,
            deliver,
            maxConcurrent: options.maxConcurrent ?? 1,
            notifier,
            logger,
          };
          await deliverUntilEnd(delivery, held, abandoned.signal);
        } finally {
          await session.end();
        }
      }),

    follow: (topic, from, limits, deliver) => {
      let point = from === null ? start : parsePosition(from);
      return keepGoing(topic, async (notifier, ending) => {
        const delivery: Delivery = {
          from: point,
          read: (after) => readBatch(pool, topic, after, limits),
          gathering: null,
          commit: async (next) => {
            point = next;
          },
          deliver,
          maxConcurrent: limits.maxConcurrent ?? 1,
          notifier,
          logger,
        };
        await deliverUntilEnd(delivery, ending, abandoned.signal);
      });
    },

    tidy: (topic) => tidyTopic(pool, topic),

    async lag(topic, consumer) {
      const committed = (await committedPoint(pool, topic, consumer)) ?? start;
      const { rows } = await pool.query<{ lag: number }>(
        sql`SELECT count(*)::float8 AS lag FROM log_record
         WHERE topic = ${topic.name} AND (xid, position) > (${committed.xid}::xid8, ${committed.position}::bigint)`,
      );
      return rows[0]?.lag ?? 0;
    },

    async isNew(topic) {
      const { rows } = await pool.query<{ used: boolean }>(
        sql`SELECT EXISTS (SELECT FROM log_record WHERE topic = ${topic.name}) OR EXISTS (SELECT FROM log_compaction
          WHERE topic = ${topic.name})
           OR EXISTS (SELECT FROM log_retention_mark WHERE topic = ${topic.name}) AS used`,
      );
      return !(rows[0]?.used ?? false);
    },

    async ping() {
      await pool.query("SELECT 1");
    },

    async close() {
      abandoned.abort();
      await listener.close();
      await Promise.all(running);
      await pool.end();
    },
  };
}

function channelOf(topic: Topic): string {
  return channelName("hoplog_log", topic.name);
}
