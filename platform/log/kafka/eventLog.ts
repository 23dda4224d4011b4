import { randomUUID } from "node:crypto";
import { Semaphore } from "async-mutex";
import type { Topic } from "@hoplog/schema/topics/topic.js";
import type { KafkaConnection } from "../../env/connections.ts";
import type { Logger } from "../../logging/logger.ts";
import { createBackoff } from "../../retry/retry.ts";
import type { Consumption, EventLog } from "../port.ts";
import { createAdminClient } from "./admin.ts";
import { createAppend } from "./append.ts";
import { createKafka } from "./client.ts";
import { isUnknownTopic } from "./errors.ts";
import { createBatcher, type BatcherSettings } from "./batcher.ts";
import { dropOld, groupOf, lagOf } from "./groups.ts";
import { assigners } from "./assigners.ts";
import { consuming } from "./consuming.ts";
import { following } from "./following.ts";
import type { Delivering } from "./lane.ts";
import { createMemoryIntents } from "../memoryIntents.ts";
import { createProducerPool } from "./producers.ts";
import { parsePosition, toPosition, type PartitionOffsets } from "./position.ts";
import { runSession } from "./session.ts";
import { isSameTopic } from "./sameTopic.ts";
import { createTopics } from "./topics.ts";

export interface KafkaLogSettings extends KafkaConnection {
  readonly logger: Logger;
  /** Topic settings that override ours, for tests. */
  readonly topicConfig?: Readonly<Record<string, string>>;
  /** Returns the time in milliseconds, by which partitions are chosen. */
  readonly now?: () => number;
}

/** Maximum number of concurrent sends. */
const maxProducers = 3;

/** Opens the event log in Kafka; topics are created on first use. Rejects if no broker can be reached. */
export async function openKafkaLog({ logger, topicConfig, now, ...connection }: KafkaLogSettings): Promise<EventLog> {
  const kafka = createKafka(connection, logger);
  const admin = createAdminClient(kafka);
  const cluster = await clusterId(admin);
  const topics = createTopics(admin, topicConfig);
  const producers = createProducerPool(kafka, maxProducers);
  const abandoned = new AbortController();
  const running = new Set<Promise<void>>();

  /** Runs `attempt` repeatedly, with pauses after failures, until stopped. */
  function keepGoing(
    topic: Topic,
    begin: (signals: Pick<BatcherSettings, "ending" | "abandoned">) => (over: AbortSignal) => Promise<void>,
  ): Consumption {
    const ending = new AbortController();
    const over = AbortSignal.any([ending.signal, abandoned.signal]);
    const attempt = begin({ ending: ending.signal, abandoned: abandoned.signal });
    const work = async (): Promise<void> => {
      const backoff = createBackoff(50, 2000);
      while (!over.aborted) {
        const startedAt = Date.now();
        try {
          await attempt(over);
        } catch (error) {
          if (over.aborted) return;
          if (isUnknownTopic(error)) topics.forget(topic);
          logger.warn({ err: error, topic: topic.name }, "could not read the log; retrying");
          if (Date.now() - startedAt > 10_000) backoff.reset();
          await backoff.pause(over);
        }
      }
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
    name: nameOf(cluster),

    append: createAppend(topics, producers, now),

    consume: (topic, consumer, options, deliver) =>
      keepGoing(topic, ({ ending, abandoned }) => {
        const delivering: Delivering = {
          log: nameOf(cluster),
          options,
          intents: options.intents ?? createMemoryIntents(),
          deliver,
          positionOf: (partition, offset, newest) =>
            toPosition({ cluster, offsets: new Map([[partition, { offset, newest }]]) }),
          slots: new Semaphore(options.maxConcurrent ?? 1),
          running: new Map(),
          logger,
          ending,
        };
        return async (over) => {
          const partitions = await topics.partitionsOf(topic);
          const groupId = groupOf(topic, consumer);
          const taking = consuming(topic, delivering, abandoned);
          await runSession({ kafka, topic, partitions, groupId, limits: options, taking, assigners }, over);
        };
      }),

    follow: (topic, from, limits, deliver) => {
      const given = from === null ? null : parsePosition(from);
      return keepGoing(topic, (signals) => {
        let offsets: PartitionOffsets = given?.cluster === cluster ? given.offsets : new Map();
        const batcher = createBatcher({
          ...signals,
          limits,
          deliver,
          logger,
          positionOf: (next) => toPosition({ cluster, offsets: next }),
          offsets: () => offsets,
          setOffsets: (next) => (offsets = next),
        });
        return async (over) => {
          const partitions = await topics.partitionsOf(topic);
          if (!(await admin.run((client) => isSameTopic(client, topic, offsets)))) {
            logger.warn({ topic: topic.name }, "the topic was recreated; following it from the start");
            offsets = new Map();
          }
          const groupId = `follow/${topic.name}/${randomUUID()}`;
          const taking = following(topic, batcher, () => offsets);
          await runSession({ kafka, topic, partitions, groupId, limits, taking }, over);
        };
      });
    },

    async tidy(topic) {
      await topics.partitionsOf(topic);
      // Kafka compacts topics itself.
      if (topic.cleanup === "compact") return;
      await admin.run((client) => dropOld(client, topic, topic.retentionMs, Date.now()));
    },

    async lag(topic, consumer) {
      await topics.partitionsOf(topic);
      return admin.run((client) => lagOf(client, topic, consumer));
    },

    async isNew(topic) {
      await topics.partitionsOf(topic);
      const ends = await admin.run((client) => client.fetchTopicOffsets(topic.name));
      return ends.every(({ high }) => Number(high) === 0);
    },

    async ping() {
      await admin.run((client) => client.describeCluster());
    },

    async close() {
      abandoned.abort();
      await Promise.all(running);
      await producers.close();
      await admin.close();
    },
  };
}

async function clusterId(admin: ReturnType<typeof createAdminClient>): Promise<string> {
  try {
    return (await admin.run((client) => client.describeCluster())).clusterId;
  } catch (error) {
    await admin.close();
    throw error;
  }
}

function nameOf(cluster: string): string {
  return `kafka:${cluster}`;
}
