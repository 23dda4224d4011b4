import type { Admin, ITopicConfig } from "kafkajs";
import type { Topic } from "@hoplog/schema/topics/topic.js";
import { retry } from "../../retry/retry.ts";
import type { AdminClient } from "./admin.ts";
import { typeOf } from "./errors.ts";

/**
 * Maximum size of a message, far above that of the largest batch of clicks: a redirector writes at most 8 MB at once.
 */
export const maxMessageBytes = 32 * 1024 * 1024;

/**
 * The maximum number of processes that can share a consumer name. Compacted topics are never shared: each follower
 * reads them whole.
 */
const sharedPartitions = 12;

const minute = 60_000;

export interface Topics {
  /** Creates the topic if it does not exist, and resolves with the number of its partitions. */
  partitionsOf(topic: Topic): Promise<number>;
  /** Removes the topic from the cache. Must be called when the cluster no longer knows the topic. */
  forget(topic: Topic): void;
}

/** Creates the cache of topics. `overrides` are for tests, which can't wait until segments fill up. */
export function createTopics(admin: AdminClient, overrides: Readonly<Record<string, string>> = {}): Topics {
  const known = new Map<string, Promise<number>>();

  async function ensure(topic: Topic): Promise<number> {
    return admin.run(async (client) => {
      if (!(await client.listTopics()).includes(topic.name)) {
        const { brokers } = await client.describeCluster();
        const config = { ...topicConfig(topic), ...overrides };
        await client
          .createTopics({ topics: [creation(topic, brokers.length, config)], waitForLeaders: true, timeout: 10_000 })
          .catch((error: unknown) => {
            // Another process has just created the topic.
            if (typeOf(error) !== "TOPIC_ALREADY_EXISTS") throw error;
          });
        await untilServed(client, topic);
      }
      const { topics } = await client.fetchTopicMetadata({ topics: [topic.name] });
      const count = topics[0]?.partitions.length ?? 0;
      if (count === 0) throw new Error(`Kafka has not created the topic ${topic.name} yet`);
      return count;
    });
  }

  return {
    partitionsOf(topic) {
      const found = known.get(topic.name);
      if (found) return found;
      const pending = ensure(topic);
      known.set(topic.name, pending);
      pending.catch(() => known.delete(topic.name));
      return pending;
    },
    forget: (topic) => void known.delete(topic.name),
  };
}

/**
 * Waits until the topic is served: a broker may briefly reject a new partition after the cluster has named it the
 * leader.
 */
async function untilServed(client: Admin, topic: Topic): Promise<void> {
  await retry(() => client.fetchTopicOffsets(topic.name), {
    signal: AbortSignal.timeout(10_000),
    onFailure: () => {},
    firstPauseMs: 50,
    maxPauseMs: 500,
  });
}

function creation(topic: Topic, brokers: number, config: Readonly<Record<string, string>>): ITopicConfig {
  const replicationFactor = Math.min(3, brokers);
  return {
    topic: topic.name,
    numPartitions: topic.cleanup === "compact" ? 1 : sharedPartitions,
    replicationFactor,
    configEntries: Object.entries({
      ...config,
      // An acknowledged record survives the loss of one broker.
      "min.insync.replicas": replicationFactor > 2 ? "2" : "1",
    }).map(([name, value]) => ({ name, value })),
  };
}

/**
 * Returns the settings of a topic. Records carry the broker's time. Kafka compacts topics itself; in other topics only
 * `tidy` deletes records, and Kafka retains everything until then, so a consumer that is offline for a month loses
 * nothing.
 */
function topicConfig(topic: Topic): Record<string, string> {
  const both = { "max.message.bytes": String(maxMessageBytes), "message.timestamp.type": "LogAppendTime" };
  if (topic.cleanup === "delete") {
    // Kafka deletes whole segment files, so a new one is started every hour.
    return { ...both, "cleanup.policy": "delete", "retention.ms": "-1", "segment.ms": String(60 * minute) };
  }
  return {
    ...both,
    "cleanup.policy": "compact",
    "delete.retention.ms": String(topic.tombstoneMs),
    // The destination of a deleted link is removed after about a day.
    "max.compaction.lag.ms": String(24 * 60 * minute),
  };
}
