import type { Consumer, EachBatchPayload, Kafka } from "kafkajs";
import type { Topic } from "@hoplog/schema/topics/topic.js";
import type { DeliveryLimits } from "../port.ts";
import { quickRetry } from "./client.ts";
import type { FetchedRecord } from "./rounds.ts";

/** What one fetch has brought of one partition, and what can be done while our membership in the group lasts. */
export interface Fetched {
  readonly partition: number;
  /** In the order of their offsets. */
  readonly records: readonly FetchedRecord[];
  /** Rejects when the group is being shared out anew, or has gone on without us. */
  heartbeat(): Promise<void>;
  /** Everything below `next` need not be fetched again while we stay in the group. */
  onTaken(next: number): void;
}

/** What a consumer or a follower does within a group. */
export interface Taking {
  /** The group has been shared out, once more: what was fetched before comes again from what is committed. */
  onJoined(): void;
  /** Resolves when the next fetch of the partition may begin; with false when that is not to be. */
  take(fetched: Fetched): Promise<boolean>;
  /** Called before the group is left: of our own will, or because it can't go on. */
  close(how: { readonly failed: boolean }): Promise<void>;
}

export interface SessionSettings {
  readonly kafka: Kafka;
  readonly topic: Topic;
  readonly partitions: number;
  readonly groupId: string;
  readonly limits: DeliveryLimits;
  readonly taking: (consumer: Consumer, fail: (error: unknown) => void) => Taking;
  /** How partitions are shared out; kafkajs' own way by default. */
  readonly assigners?: NonNullable<Parameters<Kafka["consumer"]>[0]>["partitionAssigners"];
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
  const { kafka, topic, groupId, limits, assigners } = settings;
  const consumer = kafka.consumer({
    groupId,
    sessionTimeout,
    heartbeatInterval,
    rebalanceTimeout,
    maxWaitTimeInMs,
    // Two deliveries' worth: while the second is at work, kafkajs fetches nothing.
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
        if (mine !== generation) throw new Error("the group was shared out anew");
        await heartbeat();
      },
      onTaken: (next) => resolveOffset(String(next - 1)),
    });
    // Where compaction has left a gap at the end, that is done as well.
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
