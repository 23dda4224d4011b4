import type { Admin, ITopicConfig } from "kafkajs";
import type { Topic } from "@hoplog/schema/topics/topic.js";
import { retry } from "../../retry/retry.ts";
import type { AdminClient } from "./admin.ts";
import { typeOf } from "./errors.ts";

/** Above the largest batch of clicks by far: what a redirector writes at once ends at 8 MB. */
export const maxMessageBytes = 32 * 1024 * 1024;

/** How many consumers of one name can share a topic. Nobody shares a compacted one: each follower reads it whole. */
const sharedPartitions = 12;

const minute = 60_000;

export interface Topics {
  /** Makes the topic where there is none, and resolves with the number of its partitions. */
  partitionsOf(topic: Topic): Promise<number>;
  /** To be called when the cluster does not know the topic any more. */
  forget(topic: Topic): void;
}

/** Overrides are for tests, which can't wait for segments to fill. */
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
            // Another process was faster.
            if (typeOf(error) !== "TOPIC_ALREADY_EXISTS") throw error;
          });
        await untilServed(client, topic);
      }
      const { topics } = await client.fetchTopicMetadata({ topics: [topic.name] });
      const count = topics[0]?.partitions.length ?? 0;
      if (count === 0) throw new Error(`Kafka has not made the topic ${topic.name} yet`);
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

/** A broker may refuse a new partition for a moment after the cluster has named it as the leader. */
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
      // A record that has been acknowledged survives the loss of a broker.
      "min.insync.replicas": replicationFactor > 2 ? "2" : "1",
    }).map(([name, value]) => ({ name, value })),
  };
}

/**
 * Records carry the broker's time. Kafka compacts by itself; what may go from the others is decided by `tidy`, and
 * until then Kafka keeps everything: a consumer that is away for a month loses nothing.
 */
function topicConfig(topic: Topic): Record<string, string> {
  const both = { "max.message.bytes": String(maxMessageBytes), "message.timestamp.type": "LogAppendTime" };
  if (topic.cleanup === "delete") {
    // A file is removed as a whole, so a new one is begun every hour.
    return { ...both, "cleanup.policy": "delete", "retention.ms": "-1", "segment.ms": String(60 * minute) };
  }
  return {
    ...both,
    "cleanup.policy": "compact",
    "delete.retention.ms": String(topic.tombstoneMs),
    // The address of a deleted link is gone after a day at most.
    "max.compaction.lag.ms": String(24 * 60 * minute),
  };
}
