import type { Consumer, EachBatchPayload, Kafka } from "kafkajs";
import type { Topic } from "@hoplog/schema/topics/topic.js";
import type { DeliveryLimits } from "../port.ts";
import { quickRetry } from "./client.ts";
import type { FetchedRecord } from "./rounds.ts";

/**
 * The records of one partition that a fetch returned, with functions that are valid while our group membership lasts.
 */
export interface Fetched {
  readonly partition: number;
  /** Records sorted by offset. */
  readonly records: readonly FetchedRecord[];
  /** Rejects if the group is rebalancing, or has continued without us. */
  heartbeat(): Promise<void>;
  /** Records that offsets below `next` are done: they need not be fetched again while we stay in the group. */
  onTaken(next: number): void;
}

/** How a consumer or a follower processes records within a group. */
export interface Taking {
  /** Called after each rebalance: earlier records are fetched again, from the committed offsets. */
  onJoined(): void;
  /** Resolves with true when the next fetch of the partition may begin; with false if no further one may. */
  take(fetched: Fetched): Promise<boolean>;
  /** Called before the process leaves the group, either because we stop or because the session failed. */
  close(how: { readonly failed: boolean }): Promise<void>;
}

export interface SessionSettings {
  readonly kafka: Kafka;
  readonly topic: Topic;
  readonly partitions: number;
  readonly groupId: string;
  readonly limits: DeliveryLimits;
  readonly taking: (consumer: Consumer, fail: (error: unknown) => void) => Taking;
  /** How partitions are assigned; kafkajs' default if omitted. */
  readonly assigners?: NonNullable<Parameters<Kafka["consumer"]>[0]>["partitionAssigners"];
}

/** Time in ms after which a killed process is noticed; the shortest that brokers allow by default. */
const sessionTimeout = 6000;
const heartbeatInterval = 1000;
/** Milliseconds for which the group waits for its slowest member before it continues without it. */
const rebalanceTimeout = 20_000;
/** Milliseconds for which a fetch waits at the broker; stopping may take as long. */
const maxWaitTimeInMs = 250;

/**
 * Takes part in the group until the signal is aborted. Rejects when the session is lost; the caller must start a new
 * one.
 */
export async function runSession(settings: SessionSettings, over: AbortSignal): Promise<void> {
  const { kafka, topic, groupId, limits, assigners } = settings;
  const consumer = kafka.consumer({
    groupId,
    sessionTimeout,
    heartbeatInterval,
    rebalanceTimeout,
    maxWaitTimeInMs,
    // A fetch may have the size of two deliveries: while the second one is being delivered, kafkajs fetches nothing.
    maxBytes: 2 * limits.maxBytes,
    maxBytesPerPartition: limits.maxBytes,
    allowAutoTopicCreation: false,
    retry: { ...quickRetry, restartOnFailure: async () => false },
    ...(assigners && { partitionAssigners: assigners }),
  });
  const failure = Promise.withResolvers<never>();
  failure.promise.catch(() => {});
  const taking = settings.taking(consumer, failure.reject);
  let generation = 0;
  consumer.on(consumer.events.CRASH, ({ payload }) => failure.reject(payload.error));
  consumer.on(consumer.events.GROUP_JOIN, () => {
    generation += 1;
    taking.onJoined();
  });

  async function takeBatch({ batch, heartbeat, resolveOffset }: EachBatchPayload): Promise<void> {
    const mine = generation;
    const taken = await taking.take({
      partition: batch.partition,
      records: batch.messages.map(({ key, value, timestamp, offset }) => ({
        key: key?.toString() ?? null,
        value,
        recordedAt: Number(timestamp),
        offset: Number(offset),
      })),
      async heartbeat() {
        if (mine !== generation) throw new Error("the consumer group was rebalanced");
        await heartbeat();
      },
      onTaken: (next) => resolveOffset(String(next - 1)),
    });
    // If compaction has left a gap at the end, the gap is marked as done too.
    if (taken) resolveOffset(batch.lastOffset());
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
    await taking.close({ failed: !over.aborted });
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
