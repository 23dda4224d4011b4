import type { Consumer, EachBatchPayload, Kafka } from "kafkajs";
import type { Topic } from "@hoplog/schema/topics/topic.js";
import type { DeliveryLimits } from "../port.ts";
import { quickRetry } from "./client.ts";
import type { Gathering } from "./gathering.ts";
import type { PartitionOffsets } from "./position.ts";

export interface SessionSettings {
  readonly kafka: Kafka;
  readonly topic: Topic;
  readonly partitions: number;
  readonly groupId: string;
  readonly limits: DeliveryLimits;
  readonly gathering: Gathering;
  /** For a follower, which keeps its own offsets; a consumer's are kept by Kafka, and this is null. */
  readonly offsets: (() => PartitionOffsets) | null;
}

/** A process that was killed is missed after this time: the least that brokers allow by default. */
const sessionTimeout = 6000;
const heartbeatInterval = 1000;
/** How long the group waits for its slowest member before it goes on without it. */
const rebalanceTimeout = 20_000;
/** A fetch waits at the broker for so long; it is also how long stopping may take. */
const maxWaitTimeInMs = 250;

/** Takes part in the group until the signal is aborted. Rejects when that is no longer possible: begin another one. */
export async function runSession(settings: SessionSettings, over: AbortSignal): Promise<void> {
  const { kafka, topic, groupId, limits, offsets } = settings;
  const consumer = kafka.consumer({
    groupId,
    sessionTimeout,
    heartbeatInterval,
    rebalanceTimeout,
    maxWaitTimeInMs,
    // Two deliveries' worth: while the second is at work, kafkajs asks for nothing.
    maxBytes: 2 * limits.maxBytes,
    maxBytesPerPartition: limits.maxBytes,
    allowAutoTopicCreation: false,
    retry: { ...quickRetry, restartOnFailure: async () => false },
  });
  const failure = Promise.withResolvers<never>();
  failure.promise.catch(() => {});
  let generation = 0;
  consumer.on(consumer.events.CRASH, ({ payload }) => failure.reject(payload.error));
  consumer.on(consumer.events.GROUP_JOIN, () => {
    generation += 1;
    for (const [partition, { offset }] of offsets?.() ?? []) {
      consumer.seek({ topic: topic.name, partition, offset: String(offset) });
    }
  });

  async function takeBatch(payload: EachBatchPayload): Promise<void> {
    const { batch, heartbeat, resolveOffset, commitOffsetsIfNecessary } = payload;
    const { partition } = batch;
    const mine = generation;
    const requireSame = (): void => {
      if (mine !== generation) throw new Error("the group was shared out anew");
    };
    const records = batch.messages.map(({ key, value, timestamp, offset }) => ({
      key: key?.toString() ?? null,
      value,
      recordedAt: Number(timestamp),
      offset: Number(offset),
    }));
    const expected = offsets?.().get(partition)?.offset ?? 0;
    if ((records[0]?.offset ?? expected) < expected) {
      failure.reject(new Error(`${topic.name} has gone back behind what was read`));
      return;
    }
    const delivered = await settings.gathering.take({
      partition,
      records,
      async heartbeat() {
        requireSame();
        await heartbeat();
      },
      async commit(nextOffsets) {
        requireSame();
        if (offsets) return;
        const partitions = [...nextOffsets].map(([number, next]) => ({ partition: number, offset: String(next) }));
        await commitOffsetsIfNecessary({ topics: [{ topic: topic.name, partitions }] });
      },
      onCommitted: (next) => resolveOffset(String(next - 1)),
    });
    // Where compaction has left a gap at the end, that is done as well.
    if (delivered) resolveOffset(batch.lastOffset());
  }

  let joined: Promise<void> | null = null;
  try {
    await consumer.connect();
    await consumer.subscribe({ topics: [topic.name], fromBeginning: true });
    joined = consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: settings.partitions,
      eachBatch: takeBatch,
    });
    await Promise.race([joined, failure.promise]);
    await Promise.race([aborted(over), failure.promise]);
  } finally {
    await leave(consumer, joined);
  }
}

/** kafkajs can't leave a group while it is still joining it. */
async function leave(consumer: Consumer, joined: Promise<void> | null): Promise<void> {
  await joined?.catch(() => {});
  await consumer.disconnect().catch(() => {});
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
