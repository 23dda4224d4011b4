import type { Topic } from "@hoplog/schema/topics/topic.js";

export interface NewRecord {
  /** Records of one key stay in order. Null where order between records does not matter. */
  readonly key: string | null;
  /** Null is a tombstone, for compacted topics only. */
  readonly value: Uint8Array | null;
}

export interface LogRecord extends NewRecord {
  /** When the log took it, in milliseconds since the epoch. */
  readonly recordedAt: number;
}

/** Where a follower stands in a topic: a driver's own text, to be stored and handed back, never taken apart. */
export type Position = string & { readonly __brand: "Position" };

export interface Batch {
  /** In the order of the log. Never empty. */
  readonly records: readonly LogRecord[];
  /** Behind the last of `records`. */
  readonly position: Position;
  /** The id under which {@link Intents} keeps this delivery; null where none were given. */
  readonly intentId: string | null;
}

/** The records of one partition from `first` to `last`, both included. Offsets are a driver's own texts. */
export interface RecordRange {
  /** The log's name. */
  readonly log: string;
  readonly partition: number;
  readonly first: string;
  readonly last: string;
}

/** A delivery that has begun, or is about to. */
export interface Intent {
  readonly id: string;
  /** The offset of its last record. */
  readonly last: string;
}

/**
 * Keeps, outside the log, which records make up a delivery, from before it begins: what a crash has interrupted is then
 * delivered again with exactly the same records and under the same id, whoever delivers it.
 */
export interface Intents {
  /**
   * Keeps a delivery of `range`, durably. Gives the one that has been kept at `range.first` before, if there is one: it may
   * end elsewhere. `record` is the one at `range.first`.
   */
  open(range: RecordRange, record: LogRecord): Promise<Intent>;
}

/** Bounds on what one delivery holds; a single record larger than `maxBytes` is delivered alone. */
export interface DeliveryLimits {
  readonly maxRecords: number;
  readonly maxBytes: number;
  /**
   * How many deliveries may run at the same time, where the driver can do that; 1 by default. They begin in order
   * and are committed in order: one that is rejected and given again holds back the commits of those behind it.
   */
  readonly maxConcurrent?: number;
}

export interface ConsumeOptions extends DeliveryLimits {
  /**
   * With them a delivery is the same one when it is given again after a crash, and one that is not full waits for those
   * that run: more gathers meanwhile. A delivery is then of one partition.
   */
  readonly intents?: Intents;
  /** Resolves when a delivery that is not full may begin, or when the signal is aborted. Never rejects. */
  readonly pace?: (signal: AbortSignal) => Promise<void>;
}

/** What the values take together. */
export function bytesOf(records: readonly Pick<NewRecord, "value">[]): number {
  return records.reduce((sum, { value }) => sum + (value?.length ?? 0), 0);
}

/** Whether a delivery is so large that waiting for more to gather would bring nothing. */
export function isFull(records: readonly LogRecord[], limits: DeliveryLimits): boolean {
  return records.length >= limits.maxRecords || bytesOf(records) >= limits.maxBytes / 4;
}

export interface Consumption {
  /** Resolves when the reader has stopped: after `stop`, with the running delivery finished. */
  readonly stopped: Promise<void>;
  stop(): Promise<void>;
}

/**
 * A durable log of records, in the order in which they were appended, as far as their keys are the same: a topic may be
 * kept in several partitions, and between those there is no order. (links.v2 has a record of one code after the other;
 * clicks.v1 needs no order at all.) A record is visible to readers after `append` has resolved; readers never
 * skip one, also not one whose writer was slow. Appending may be retried by a caller, so readers must expect a record
 * twice (clicks.v1 batches carry an id, links.v2 records are states).
 */
export interface EventLog {
  /** Identifies this log: what was appended to one is not in another. */
  readonly name: string;

  /** Resolves when the records are durable. Rejects with nothing appended, or in doubt when the connection was lost. */
  append(topic: Topic, records: readonly NewRecord[]): Promise<void>;

  /**
   * Delivers a topic to a named consumer, from its committed position. The position moves on only after `deliver`
   * has resolved, and in order; a rejected delivery is given again after a pause. Of several processes with one name,
   * each record goes to one; what one that was killed had not committed is given to another.
   */
  consume(
    topic: Topic,
    consumer: string,
    options: ConsumeOptions,
    deliver: (batch: Batch) => Promise<void>,
  ): Consumption;

  /**
   * Delivers a whole topic to a reader that keeps its own position: from behind `from`, or from the start where it
   * is null. Every process gets everything. A rejected delivery is given again after a pause. A topic that was made
   * anew is delivered from its start. Throws a RangeError for a position of another kind of log.
   */
  follow(
    topic: Topic,
    from: Position | null,
    limits: DeliveryLimits,
    deliver: (batch: Batch) => Promise<void>,
  ): Consumption;

  /**
   * Applies the topic's retention or compaction once, unless the log does that in its own time. Safe to call from
   * several processes at the same time.
   */
  tidy(topic: Topic): Promise<void>;

  /** How many records a consumer has not committed yet; of a compacted topic, at most so many. */
  lag(topic: Topic, consumer: string): Promise<number>;

  /** Whether nothing has been appended to the topic since it was made. */
  isNew(topic: Topic): Promise<boolean>;

  /** Rejects when the log can't be reached just now. */
  ping(): Promise<void>;

  close(): Promise<void>;
}

/** Throws a TypeError for a record that the topic's kind has no place for. */
export function validateRecord(topic: Topic, record: NewRecord): void {
  if (topic.cleanup === "compact" && record.key === null) {
    throw new TypeError(`${topic.name} keeps the newest record of each key, so a record needs a key`);
  }
  if (topic.cleanup === "delete" && record.value === null) {
    throw new TypeError(`${topic.name} is not compacted, so it has no use for a tombstone`);
  }
}
