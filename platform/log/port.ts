import type { Topic } from "@hoplog/schema/topics/topic.js";

export interface NewRecord {
  /** Records with the same key stay in order. The key is null if the order does not matter. */
  readonly key: string | null;
  /** The content; null is a tombstone, which only compacted topics accept. */
  readonly value: Uint8Array | null;
}

export interface LogRecord extends NewRecord {
  /** The time at which the log stored the record, in milliseconds since the epoch. */
  readonly recordedAt: number;
}

/**
 * A follower's position in a topic: an opaque string of the driver, which callers store and pass back but never parse.
 */
export type Position = string & { readonly __brand: "Position" };

export interface Batch {
  /** Records in the order of the log; never empty. */
  readonly records: readonly LogRecord[];
  /** The position after the last of `records`. */
  readonly position: Position;
  /** The id of the {@link Intent} of this delivery; null if it has none. */
  readonly intentId: string | null;
}

/** The records of one partition from `first` to `last`, both included. Offsets are opaque strings of the driver. */
export interface RecordRange {
  /** The log's name. */
  readonly log: string;
  readonly partition: number;
  readonly first: string;
  readonly last: string;
}

/** A delivery that has begun or is about to begin. */
export interface Intent {
  readonly id: string;
  /** The offset of the delivery's last record. */
  readonly last: string;
}

/**
 * Stores, outside the log, which records make up a delivery before it begins: a delivery that a crash interrupted is
 * repeated with exactly the same records and id, whichever process delivers it.
 */
export interface Intents {
  /**
   * Stores a delivery of `range` durably. Returns the delivery already stored for `range.first` if there is one; it may
   * have another last record. `record` is the one at `range.first`.
   */
  open(range: RecordRange, record: LogRecord): Promise<Intent>;
}

/** Limits of one delivery; a single record larger than `maxBytes` is delivered alone. */
export interface DeliveryLimits {
  readonly maxRecords: number;
  readonly maxBytes: number;
  /**
   * Maximum number of concurrent deliveries, if the driver supports it; 1 by default. They begin in order and are
   * committed in order: one that is rejected and retried delays the commits of those after it.
   */
  readonly maxConcurrent?: number;
}

export interface ConsumeOptions extends DeliveryLimits {
  /**
   * If given, a delivery that is repeated after a crash has the same records and id, and a delivery that is not full
   * waits until the running ones are done, so that more records accumulate. Each delivery is then of a single
   * partition.
   */
  readonly intents?: Intents;
  /**
   * Resolves when a delivery that is not full may begin, or when the signal is aborted. Never rejects. A driver may
   * ignore it without `intents`.
   */
  readonly pace?: (signal: AbortSignal) => Promise<void>;
}

/** Returns the total size of the values in bytes. */
export function bytesOf(records: readonly Pick<NewRecord, "value">[]): number {
  return records.reduce((sum, { value }) => sum + (value?.length ?? 0), 0);
}

/** Returns whether a delivery is so large that waiting for more records gains nothing. */
export function isFull(records: readonly LogRecord[], limits: DeliveryLimits): boolean {
  return records.length >= limits.maxRecords || bytesOf(records) >= limits.maxBytes / 4;
}

export interface Consumption {
  /** Resolves when the reader has stopped; unless the log was closed, its running deliveries have then ended. */
  readonly stopped: Promise<void>;
  stop(): Promise<void>;
}

/**
 * A durable log of records. Records with the same key keep the order in which they were appended; a topic may have
 * several partitions, between which there is no order. (links.v2 has the records of one code in order; clicks.v1 needs
 * no order at all.) A record becomes visible to readers soon after `append` has resolved; readers never skip a record,
 * even if its writer was slow. Callers may retry an append, so readers must expect duplicates (clicks.v1 batches carry
 * an id, links.v2 records are states).
 */
export interface EventLog {
  /** Name of this log. Logs with different names have no records in common. */
  readonly name: string;

  /** Resolves when the records are durable. If it rejects, some or all of the records may have been appended. */
  append(topic: Topic, records: readonly NewRecord[]): Promise<void>;

  /**
   * Delivers a topic to a named consumer, from its committed position. The position advances, in order, only after
   * `deliver` has resolved; a rejected delivery is retried after a pause. If several processes use the same name, each
   * record goes to one of them; records that a killed process had not committed go to another process.
   */
  consume(
    topic: Topic,
    consumer: string,
    options: ConsumeOptions,
    deliver: (batch: Batch) => Promise<void>,
  ): Consumption;

  /**
   * Delivers a whole topic to a reader that stores its own position: from after `from`, or from the start if it is
   * null. Every process gets all records. A rejected delivery is retried after a pause. A Kafka topic that was
   * recreated is delivered from its start. Throws a RangeError for a position of another kind of log.
   */
  follow(
    topic: Topic,
    from: Position | null,
    limits: DeliveryLimits,
    deliver: (batch: Batch) => Promise<void>,
  ): Consumption;

  /**
   * Applies the topic's retention or compaction once, unless the log does that itself. Several processes may call it at
   * the same time.
   */
  tidy(topic: Topic): Promise<void>;

  /** Returns how many records a consumer has not committed yet; an upper bound for a compacted topic. */
  lag(topic: Topic, consumer: string): Promise<number>;

  /** Returns whether nothing has been appended to the topic since it was created. */
  isNew(topic: Topic): Promise<boolean>;

  /** Rejects if the log can't be reached. */
  ping(): Promise<void>;

  close(): Promise<void>;
}

/** Checks a record. Throws a TypeError if it doesn't fit the topic's cleanup policy. */
export function validateRecord(topic: Topic, record: NewRecord): void {
  if (topic.cleanup === "compact" && record.key === null) {
    throw new TypeError(`${topic.name} is compacted, so each record needs a key`);
  }
  if (topic.cleanup === "delete" && record.value === null) {
    throw new TypeError(`${topic.name} is not compacted, so it accepts no tombstones`);
  }
}
