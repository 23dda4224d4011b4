import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect } from "vitest";
import type { Topic } from "@hoplog/schema/topics/topic.js";
import type { Batch, EventLog, LogRecord, NewRecord, Position } from "../port.ts";

export interface LogUnderTest {
  /** Opens another client of the same log, as another process would. The suite closes it. */
  open(): Promise<EventLog>;
  /** Cuts all connections to the log, but leaves the log running. */
  breakConnections(): Promise<void>;
  /** Called once at the end of each test. */
  dispose(): Promise<void>;
}

export const patient = { timeout: 20_000, interval: 20 };
export const limits = { maxRecords: 100, maxBytes: 8_000_000 };

const markers = "marker.";

export function streamTopic(retentionMs = 3_600_000): Topic {
  return { name: `t.${randomUUID()}`, cleanup: "delete", retentionMs };
}

export function compactedTopic(tombstoneMs = 3_600_000): Topic {
  return { name: `t.${randomUUID()}`, cleanup: "compact", tombstoneMs };
}

/** Creates a record; all have the same key by default, and are therefore in order. */
export function record(value: string | null, key: string | null = "k"): NewRecord {
  return { key, value: value === null ? null : Buffer.from(value) };
}

export function textOf({ value }: LogRecord): string | null {
  return value === null ? null : Buffer.from(value).toString();
}

export function numbers(count: number, from = 0): string[] {
  return Array.from({ length: count }, (_, i) => String(from + i));
}

/** The log under test and the helpers that the tests share. Must be created within a `describe`. */
export type Harness = ReturnType<typeof createHarness>;

export function createHarness(setUp: () => Promise<LogUnderTest>) {
  let store: LogUnderTest;
  let opened: EventLog[];

  beforeEach(async () => {
    opened = [];
    store = await setUp();
  });
  afterEach(async () => {
    await Promise.all(opened.map((log) => log.close()));
    await store.dispose();
  });

  async function open(): Promise<EventLog> {
    const log = await store.open();
    opened.push(log);
    return log;
  }

  async function crash(log: EventLog): Promise<void> {
    opened.splice(opened.indexOf(log), 1);
    await log.close();
  }

  /** Collects what a consumer receives. */
  function collect(log: EventLog, topic: Topic, consumer: string, deliveryLimits = limits) {
    const values: (string | null)[] = [];
    const batches: Batch[] = [];
    const consumption = log.consume(topic, consumer, deliveryLimits, async (batch) => {
      batches.push(batch);
      values.push(...batch.records.map(textOf));
    });
    return { values, batches, consumption };
  }

  function collectFollowed(log: EventLog, topic: Topic, from: Position | null, deliveryLimits = limits) {
    const values: (string | null)[] = [];
    const keys: (string | null)[] = [];
    const positions: Position[] = [];
    const consumption = log.follow(topic, from, deliveryLimits, async (batch) => {
      const records = batch.records.filter(({ key }) => !key?.startsWith(markers));
      values.push(...records.map(textOf));
      keys.push(...records.map(({ key }) => key));
      positions.push(batch.position);
    });
    return { values, keys, positions, consumption };
  }

  /**
   * Returns all records that are currently in a topic. In a compacted topic, a marker record, which is not returned,
   * shows that all have been read.
   */
  async function snapshot(log: EventLog, topic: Topic): Promise<[string | null, string | null][]> {
    const seen: [string | null, string | null][] = [];
    const marker = `${markers}${randomUUID()}`;
    if (topic.cleanup === "compact") await log.append(topic, [record("", marker)]);
    const ends = () => (topic.cleanup === "compact" ? seen.some(([key]) => key === marker) : seen.length >= expected);
    // The lag of a consumer that has never read the topic is the number of all its records.
    const expected = await log.lag(topic, `nobody.${randomUUID()}`);
    const reading = log.follow(topic, null, limits, async ({ records }) => {
      for (const one of records) seen.push([one.key, textOf(one)]);
    });
    await expect.poll(ends, patient).toBe(true);
    await reading.stop();
    return seen.filter(([key]) => !key?.startsWith(markers));
  }

  return {
    open,
    /** Closes a log in the middle of its work, as a crash of its process would. */
    crash,
    breakConnections: () => store.breakConnections(),
    collect,
    collectFollowed,
    snapshot,
  };
}
