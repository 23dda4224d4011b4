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

export interface Consumption {
  /** Resolves when the reader has stopped: after `stop`, with the running delivery finished. */
  readonly stopped: Promise<void>;
  stop(): Promise<void>;
}

/**
 * A durable log of records, in the order in which they were appended, as far as their keys are the same: a topic may be
 * kept in several partitions, and between those there is no order. (links.v1 has a record of one code after the other;
 * clicks.v1 needs no order at all.) A record is visible to readers after `append` has resolved; readers never
 * skip one, also not one whose writer was slow. Appending may be retried by a caller, so readers must expect a record
 * twice (clicks.v1 batches carry an id, links.v1 records are states).
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
    limits: DeliveryLimits,
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
