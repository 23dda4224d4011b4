import { randomUUID } from "node:crypto";
import kafkajs from "kafkajs";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Topic } from "@hoplog/schema/topics/topic.js";
import { createLogger } from "../../logging/logger.ts";
import { testCluster } from "../../testing/cluster.ts";
import { openGate, type Gate } from "../../testing/gate.ts";
import { describeEventLog } from "../testing/eventLog.ts";
import type { Batch, EventLog, Position } from "../port.ts";
import { createAdminClient } from "./admin.ts";
import { createKafka } from "./client.ts";
import { openKafkaLog } from "./eventLog.ts";
import { parsePosition, toPosition } from "./position.ts";

const logger = createLogger("test", "silent");
const limits = { maxRecords: 100, maxBytes: 1_000_000 };
const patient = { timeout: 60_000 };
/** Settings with such short segments and frequent compaction that a test can wait for it. */
const topicConfig = { "segment.ms": "50", "min.cleanable.dirty.ratio": "0", "file.delete.delay.ms": "100" };

let gate: Gate;
beforeAll(async () => {
  const { kafka } = testCluster();
  gate = await openGate(kafka.behindGate, kafka.gate);
  return () => gate.close();
});

const open = (brokers = [testCluster().kafka.broker]) => openKafkaLog({ brokers, logger, topicConfig });
const throughGate = () => open([`127.0.0.1:${testCluster().kafka.gate}`]);

describeEventLog("Kafka", async () => ({
  open: throughGate,
  breakConnections: async () => gate.cut(),
  dispose: async () => {},
}));

async function opened(how = open): Promise<EventLog> {
  const log = await how();
  onTestFinished(() => log.close());
  return log;
}

function stream(): Topic {
  return { name: `t.${randomUUID()}`, cleanup: "delete", retentionMs: 3_600_000 };
}

function compacted(): Topic {
  return { name: `t.${randomUUID()}`, cleanup: "compact", tombstoneMs: 3_600_000 };
}

const text = (value: Uint8Array | null): string => Buffer.from(value ?? []).toString();
const record = (value: string, key: string | null = null) => ({ key, value: Buffer.from(value) });

function collect() {
  const values: string[] = [];
  const positions: Position[] = [];
  const take = async ({ records, position }: Batch): Promise<void> => {
    values.push(...records.map(({ value }) => text(value)));
    positions.push(position);
  };
  return { values, positions, take };
}

describe("consumers", () => {
  it("get what a vanished one had not committed, and that one commits nothing more", async () => {
    const [vanishing, log, topic] = [await opened(throughGate), await opened(), stream()];
    await log.append(topic, [record("x")]);
    let finish = (): void => {};
    const delivered = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    vanishing.consume(topic, "a", limits, delivered);
    await expect.poll(() => delivered.mock.calls.length, patient).toBe(1);
    gate.shut();
    onTestFinished(() => gate.open());
    const { values, take } = collect();
    log.consume(topic, "a", limits, take);
    await expect.poll(() => values, patient).toEqual(["x"]);
    await log.append(topic, [record("y")]);
    await expect.poll(() => values, patient).toEqual(["x", "y"]);
    gate.open();
    finish();
    await log.append(topic, [record("z")]);
    await expect.poll(() => log.lag(topic, "a"), patient).toBe(0);
  });

  it("share a topic's records", async () => {
    const [one, two, topic] = [await opened(), await opened(), stream()];
    const [a, b] = [collect(), collect()];
    one.consume(topic, "a", limits, a.take);
    two.consume(topic, "a", limits, b.take);
    await expect
      .poll(async () => {
        await one.append(topic, [record("x".repeat(5000))]);
        return a.values.length > 0 && b.values.length > 0;
      }, patient)
      .toBe(true);
  });

  it("wait for a delivery that takes longer than their membership in the group lasts, and give it once", async () => {
    const [log, topic] = [await opened(), stream()];
    await log.append(topic, [record("x")]);
    const startedAt = Date.now();
    const delivered = vi.fn(async () => {
      await vi.waitUntil(() => Date.now() - startedAt > 8000, { timeout: 60_000 });
    });
    log.consume(topic, "a", limits, delivered);
    await expect.poll(() => log.lag(topic, "a"), patient).toBe(0);
    expect(delivered).toHaveBeenCalledOnce();
  });
});

describe("followers", () => {
  it("begin anew in a topic that was made anew, also when it has grown longer than before", async () => {
    const [log, topic] = [await opened(), compacted()];
    await log.append(topic, [record("a1", "a"), record("b1", "b")]);
    const before = collect();
    const first = log.follow(topic, null, limits, before.take);
    await expect.poll(() => before.values, patient).toEqual(["a1", "b1"]);
    await first.stop();
    const admin = createAdminClient(createKafka({ brokers: [testCluster().kafka.broker] }, logger));
    onTestFinished(() => admin.close());
    await admin.run((client) => client.deleteTopics({ topics: [topic.name] }));
    const [second, after] = [await opened(), collect()];
    await vi.waitFor(() => second.append(topic, [record("c1", "c"), record("d1", "d"), record("e1", "e")]), patient);
    second.follow(topic, before.positions.at(-1) ?? null, limits, after.take);
    await expect.poll(() => after.values, patient).toEqual(["c1", "d1", "e1"]);
    expect(await second.isNew(topic)).toBe(false);
  });

  it("refuse a position of another log, and begin anew with one of another cluster", async () => {
    const [log, topic] = [await opened(), compacted()];
    const foreign: Position = JSON.parse('"17:4"');
    expect(() => log.follow(topic, foreign, limits, async () => {})).toThrow(RangeError);
    await log.append(topic, [record("a1", "a")]);
    const { values, take } = collect();
    const offsets = new Map([[0, { offset: 1, newest: Date.now() + 1000 }]]);
    log.follow(topic, toPosition({ cluster: "another", offsets }), limits, take);
    await expect.poll(() => values, patient).toEqual(["a1"]);
  });

  it("keep their offsets as text", () => {
    const offsets = new Map([
      [0, { offset: 9_007_199_254_740_991, newest: 1_800_000_000_000 }],
      [11, { offset: 0, newest: 0 }],
    ]);
    expect(parsePosition(toPosition({ cluster: "a:b/c", offsets }))).toEqual({ cluster: "a:b/c", offsets });
    expect(parsePosition(toPosition({ cluster: "", offsets: new Map() }))).toEqual({ cluster: "", offsets: new Map() });
  });
});

describe("appending", () => {
  it("takes records of 8 MB and more, and many at once", async () => {
    const [log, topic] = [await opened(), stream()];
    const big = Array.from({ length: 4 }, (_, i) => ({ key: null, value: Buffer.alloc(9_000_000, i + 1) }));
    await log.append(topic, big);
    const sizes: number[] = [];
    log.consume(topic, "a", { maxRecords: 16, maxBytes: 16_000_000 }, async ({ records }) => {
      sizes.push(...records.map(({ value }) => value?.length ?? 0));
    });
    await expect.poll(() => sizes, patient).toEqual([9_000_000, 9_000_000, 9_000_000, 9_000_000]);
  });

  it("says clearly that a record is too large, and goes on with others", async () => {
    const [log, topic] = [await opened(), stream()];
    await expect(log.append(topic, [{ key: null, value: Buffer.alloc(34_000_000) }])).rejects.toThrow(
      /has 34001024 bytes, but at most 33554432 are allowed/,
    );
    const brokers = [testCluster().kafka.broker];
    const narrow = await openKafkaLog({ brokers, logger, topicConfig: { "max.message.bytes": "100000" } });
    onTestFinished(() => narrow.close());
    const other = stream();
    const noise = Buffer.from(Array.from({ length: 200_000 }, () => Math.floor(Math.random() * 256)));
    await expect(narrow.append(other, [{ key: null, value: noise }])).rejects.toThrow(/max\.message\.bytes/);
    await narrow.append(other, [record("small")]);
    expect(await narrow.lag(other, "a")).toBe(1);
  });

  it("rejects while no broker can be reached, and works again afterwards", async () => {
    const [log, topic] = [await opened(throughGate), stream()];
    await log.append(topic, [record("0")]);
    gate.shut();
    onTestFinished(() => gate.open());
    await expect(log.append(topic, [record("1")])).rejects.toThrow();
    await expect(log.ping()).rejects.toThrow();
    gate.open();
    await vi.waitFor(() => log.append(topic, [record("1")]), patient);
    const { values, take } = collect();
    log.consume(topic, "a", limits, take);
    await expect.poll(() => [...new Set(values)].toSorted(), patient).toEqual(["0", "1"]);
  });

  async function endsAfter(values: readonly string[]): Promise<number[]> {
    const atOnce = () => openKafkaLog({ brokers: [testCluster().kafka.broker], logger, now: () => 0 });
    const [log, topic] = [await opened(atOnce), stream()];
    for (const value of values) await log.append(topic, [record(value), record("kept", "k")]);
    const kafka = new kafkajs.Kafka({ brokers: [testCluster().kafka.broker], logLevel: kafkajs.logLevel.NOTHING });
    const admin = kafka.admin();
    await admin.connect();
    onTestFinished(() => admin.disconnect());
    return (await admin.fetchTopicOffsets(topic.name)).map(({ high }) => Number(high)).toSorted((a, b) => a - b);
  }

  it("spreads large records without a key, and keeps those of one key together", async () => {
    const ends = await endsAfter(Array.from({ length: 12 }, () => "free".repeat(5000)));
    expect(ends).toEqual([...Array<number>(11).fill(1), 13]);
  });

  it("lets small records without a key share a partition", async () => {
    const ends = await endsAfter(Array.from({ length: 12 }, () => "free"));
    expect(ends.reduce((sum, end) => sum + end)).toBe(24);
    // Records without a key are all in one partition, and records with a key in another.
    expect(ends.filter((end) => end > 0).length).toBeLessThanOrEqual(2);
  });
});

describe("opening", () => {
  it("works for several processes that use a new topic at once", async () => {
    const topic = stream();
    const logs = await Promise.all([opened(), opened(), opened(), opened()]);
    await Promise.all(logs.map((log, i) => vi.waitFor(() => log.append(topic, [record(`${i}`)]), patient)));
    expect(await logs[0]?.lag(topic, "a")).toBe(4);
  });

  it("rejects when no broker can be reached", async () => {
    await expect(open(["127.0.0.1:1"])).rejects.toThrow(/ECONNREFUSED/);
  });
});
