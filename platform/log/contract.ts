import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Topic } from "@hoplog/schema/topics/topic.js";
import type { Batch, Consumption, EventLog, LogRecord, NewRecord, Position } from "./port.ts";

export interface LogUnderTest {
  /** Another client of the same log, as another process would open it. The suite closes it. */
  open(): Promise<EventLog>;
  /** Cuts all connections to the log, which itself stays up. */
  breakConnections(): Promise<void>;
  /** Called once at the end of each test. */
  dispose(): Promise<void>;
}

const patient = { timeout: 15_000, interval: 20 };
const limits = { maxRecords: 100, maxBytes: 8_000_000 };

function streamTopic(retentionMs = 3_600_000): Topic {
  return { name: `t.${randomUUID()}`, cleanup: "delete", retentionMs };
}

function compactedTopic(tombstoneMs = 3_600_000): Topic {
  return { name: `t.${randomUUID()}`, cleanup: "compact", tombstoneMs };
}

function record(value: string | null, key: string | null = null): NewRecord {
  return { key, value: value === null ? null : Buffer.from(value) };
}

function textOf({ value }: LogRecord): string | null {
  return value === null ? null : Buffer.from(value).toString();
}

function numbers(count: number, from = 0): string[] {
  return Array.from({ length: count }, (_, i) => String(from + i));
}

/** What every driver of the event log has to keep. */
export function describeEventLog(name: string, setUp: () => Promise<LogUnderTest>): void {
  describe(`event log on ${name}`, () => {
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

    /** Collects what a consumer gets. */
    function collect(log: EventLog, topic: Topic, consumer: string, within = limits) {
      const values: (string | null)[] = [];
      const batches: Batch[] = [];
      const consumption = log.consume(topic, consumer, within, async (batch) => {
        batches.push(batch);
        values.push(...batch.records.map(textOf));
      });
      return { values, batches, consumption };
    }

    function collectFollowed(log: EventLog, topic: Topic, from: Position | null, within = limits) {
      const values: (string | null)[] = [];
      const keys: (string | null)[] = [];
      const positions: Position[] = [];
      const consumption = log.follow(topic, from, within, async (batch) => {
        values.push(...batch.records.map(textOf));
        keys.push(...batch.records.map(({ key }) => key));
        positions.push(batch.position);
      });
      return { values, keys, positions, consumption };
    }

    describe("consuming", () => {
      it("delivers the records of a key in the order they were appended", async () => {
        const [log, topic] = [await open(), streamTopic()];
        await log.append(topic, numbers(50).map((value) => record(value, "k")));
        for (const value of numbers(20, 50)) await log.append(topic, [record(value, "k")]);
        const { values } = collect(log, topic, "a");
        await expect.poll(() => values, patient).toEqual(numbers(70));
      });

      it("keeps keys, values and the time of each record", async () => {
        const [log, topic] = [await open(), streamTopic()];
        const before = Date.now();
        const value = Uint8Array.from({ length: 256 }, (_, i) => i);
        await log.append(topic, [{ key: "clé 🔑", value }, { key: null, value: new Uint8Array(0) }]);
        const { batches } = collect(log, topic, "a");
        await expect.poll(() => batches.flatMap(({ records }) => records).length, patient).toBe(2);
        const [first, second] = batches.flatMap(({ records }) => records);
        expect(first?.key).toBe("clé 🔑");
        expect([...(first?.value ?? [])]).toEqual([...value]);
        expect(second?.key).toBeNull();
        expect(second?.value).toHaveLength(0);
        expect(first?.recordedAt).toBeGreaterThanOrEqual(before - 1000);
        expect(first?.recordedAt).toBeLessThanOrEqual(Date.now() + 1000);
      });

      it("wakes a waiting consumer promptly", async () => {
        const [log, topic] = [await open(), streamTopic()];
        const other = await open();
        const { values } = collect(log, topic, "a");
        await other.append(topic, [record("warm up")]);
        await expect.poll(() => values, patient).toEqual(["warm up"]);
        const startedAt = performance.now();
        await other.append(topic, [record("x")]);
        await expect.poll(() => values.length, { timeout: 5000, interval: 2 }).toBe(2);
        expect(performance.now() - startedAt).toBeLessThan(500);
      });

      it("carries values of 1 MB and more", async () => {
        const [log, topic] = [await open(), streamTopic()];
        const values = [1, 2, 3].map((fill) => new Uint8Array(1_200_000).fill(fill));
        for (const value of values) await log.append(topic, [{ key: null, value }]);
        const { batches } = collect(log, topic, "a");
        await expect.poll(() => batches.flatMap(({ records }) => records).length, patient).toBe(3);
        const got = batches.flatMap(({ records }) => records);
        got.forEach((one, i) => expect(Buffer.compare(one.value ?? Buffer.alloc(0), values[i] ?? Buffer.alloc(0))).toBe(0));
      });

      it("keeps within the limits of a delivery, and gives a larger record alone", async () => {
        const [log, topic] = [await open(), streamTopic()];
        await log.append(topic, [..."aaaaaaa"].map((sign) => record(sign.repeat(10))));
        await log.append(topic, [record("b".repeat(100)), record("c")]);
        const { batches, values } = collect(log, topic, "a", { maxRecords: 3, maxBytes: 35 });
        await expect.poll(() => values.length, patient).toBe(9);
        for (const { records } of batches) {
          const bytes = records.reduce((sum, { value }) => sum + (value?.length ?? 0), 0);
          expect(records.length).toBeLessThanOrEqual(3);
          expect(records.length === 1 || bytes <= 35).toBe(true);
        }
        expect(batches.find(({ records }) => records.some(({ value }) => value?.length === 100))?.records).toHaveLength(1);
      });

      it("goes on behind the last committed record", async () => {
        const [log, topic] = [await open(), streamTopic()];
        await log.append(topic, numbers(5).map((value) => record(value)));
        const first = collect(log, topic, "a");
        await expect.poll(() => first.values.length, patient).toBe(5);
        await first.consumption.stop();
        await log.append(topic, numbers(3, 5).map((value) => record(value)));
        const second = collect(log, topic, "a");
        await expect.poll(() => second.values, patient).toEqual(numbers(3, 5));
      });

      it("lets a running delivery finish and commits it when told to stop", async () => {
        const [log, topic] = [await open(), streamTopic()];
        await log.append(topic, [record("x")]);
        let finish = (): void => {};
        const gate = new Promise<void>((resolve) => (finish = resolve));
        const delivered = vi.fn(() => gate);
        const consumption = log.consume(topic, "a", limits, delivered);
        await expect.poll(() => delivered.mock.calls.length, patient).toBe(1);
        const stopping = consumption.stop();
        finish();
        await stopping;
        await consumption.stopped;
        expect(await log.lag(topic, "a")).toBe(0);
      });

      it("gives a rejected delivery again, and nothing behind it before", async () => {
        const [log, topic] = [await open(), streamTopic()];
        await log.append(topic, numbers(4).map((value) => record(value)));
        const tries: string[][] = [];
        log.consume(topic, "a", { maxRecords: 2, maxBytes: 1000 }, async ({ records }) => {
          tries.push(records.map((one) => textOf(one) ?? ""));
          if (tries.length < 3) throw new Error("not now");
        });
        await expect.poll(() => tries, patient).toEqual([["0", "1"], ["0", "1"], ["0", "1"], ["2", "3"]]);
        await expect.poll(() => log.lag(topic, "a"), patient).toBe(0);
      });

      it("gives what was not committed again after a crash", async () => {
        const [doomed, log, topic] = [await open(), await open(), streamTopic()];
        await log.append(topic, numbers(3).map((value) => record(value)));
        const delivered = vi.fn(() => new Promise<void>(() => {}));
        doomed.consume(topic, "a", limits, delivered);
        await expect.poll(() => delivered.mock.calls.length, patient).toBe(1);
        await crash(doomed);
        const { values } = collect(log, topic, "a");
        await expect.poll(() => values, patient).toEqual(numbers(3));
      });

      it("serves two consumers independently", async () => {
        const [log, topic] = [await open(), streamTopic()];
        const refusing = log.consume(topic, "refusing", limits, () => Promise.reject(new Error("never")));
        const { values } = collect(log, topic, "taking");
        await log.append(topic, numbers(3).map((value) => record(value)));
        await expect.poll(() => values, patient).toEqual(numbers(3));
        await expect.poll(() => log.lag(topic, "taking"), patient).toBe(0);
        expect(await log.lag(topic, "refusing")).toBe(3);
        await refusing.stop();
      });

      it("gives each record to one of several processes, and hands over when one ends", async () => {
        const [one, two, topic] = [await open(), await open(), streamTopic()];
        const a = collect(one, topic, "shared");
        const b = collect(two, topic, "shared");
        const all = (): (string | null)[] => [...a.values, ...b.values].toSorted((x, y) => Number(x) - Number(y));
        await one.append(topic, numbers(20).map((value) => record(value)));
        await expect.poll(all, patient).toEqual(numbers(20));
        await expect.poll(() => one.lag(topic, "shared"), patient).toBe(0);
        await a.consumption.stop();
        await two.append(topic, numbers(20, 20).map((value) => record(value)));
        await expect.poll(all, patient).toEqual(numbers(40));
        await expect.poll(() => two.lag(topic, "shared"), patient).toBe(0);
        await b.consumption.stop();
        const c = collect(one, topic, "shared");
        await one.append(topic, [record("40")]);
        await expect.poll(() => c.values, patient).toEqual(["40"]);
      });

      it("goes on after lost connections, without a loss", async () => {
        const [log, writer, topic] = [await open(), await open(), streamTopic()];
        const { values } = collect(log, topic, "a");
        await writer.append(topic, [record("0")]);
        await expect.poll(() => values, patient).toEqual(["0"]);
        await store.breakConnections();
        await vi.waitFor(() => writer.append(topic, [record("1")]), patient);
        await expect.poll(() => [...new Set(values)], patient).toEqual(["0", "1"]);
        await expect.poll(() => log.lag(topic, "a"), patient).toBe(0);
      });

      it("tells how far a consumer is behind", async () => {
        const [log, topic] = [await open(), streamTopic()];
        await log.append(topic, numbers(7).map((value) => record(value)));
        expect(await log.lag(topic, "a")).toBe(7);
        const { consumption } = collect(log, topic, "a");
        await expect.poll(() => log.lag(topic, "a"), patient).toBe(0);
        await consumption.stop();
        await log.append(topic, [record("x")]);
        expect(await log.lag(topic, "a")).toBe(1);
      });
    });

    describe("appending", () => {
      it("takes many records at once, in their order", async () => {
        const [log, topic] = [await open(), streamTopic()];
        await log.append(topic, numbers(2500).map((value) => record(value, "k")));
        const { values } = collect(log, topic, "a", { maxRecords: 1000, maxBytes: 1_000_000 });
        await expect.poll(() => values, patient).toEqual(numbers(2500));
      });

      it("takes an empty list for nothing to do", async () => {
        const [log, topic] = [await open(), streamTopic()];
        await log.append(topic, []);
        expect(await log.lag(topic, "a")).toBe(0);
      });

      it("refuses a record that the topic's kind has no place for", async () => {
        const log = await open();
        const [compacted, stream] = [compactedTopic(), streamTopic()];
        await expect(log.append(compacted, [record("x", "k"), record("x")])).rejects.toThrow(TypeError);
        await expect(log.append(stream, [record("x"), record(null, "k")])).rejects.toThrow(TypeError);
        expect(await log.lag(compacted, "a")).toBe(0);
        expect(await log.lag(stream, "a")).toBe(0);
      });
    });

    describe("following", () => {
      it("gives every follower everything, from the start or from behind a position", async () => {
        const [one, two, topic] = [await open(), await open(), streamTopic()];
        await one.append(topic, numbers(4).map((value) => record(value)));
        const a = collectFollowed(one, topic, null, { maxRecords: 2, maxBytes: 1000 });
        const b = collectFollowed(two, topic, null);
        await expect.poll(() => a.values, patient).toEqual(numbers(4));
        await expect.poll(() => b.values, patient).toEqual(numbers(4));
        const c = collectFollowed(two, topic, a.positions[0] ?? null);
        await expect.poll(() => c.values, patient).toEqual(["2", "3"]);
        await one.append(topic, [record("4")]);
        await expect.poll(() => c.values, patient).toEqual(["2", "3", "4"]);
        await expect.poll(() => b.values, patient).toEqual(numbers(5));
      });

      it("gives a rejected delivery again", async () => {
        const [log, topic] = [await open(), streamTopic()];
        await log.append(topic, [record("x")]);
        const deliver = vi.fn(async () => {}).mockRejectedValueOnce(new Error("not now"));
        log.follow(topic, null, limits, deliver);
        await expect.poll(() => deliver.mock.calls.length, patient).toBe(2);
      });

      it("goes on after lost connections", async () => {
        const [log, writer, topic] = [await open(), await open(), streamTopic()];
        const { values } = collectFollowed(log, topic, null);
        await writer.append(topic, [record("0")]);
        await expect.poll(() => values, patient).toEqual(["0"]);
        await store.breakConnections();
        await vi.waitFor(() => writer.append(topic, [record("1")]), patient);
        await expect.poll(() => [...new Set(values)], patient).toEqual(["0", "1"]);
      });
    });

    describe("compaction", () => {
      it("keeps the newest record of each key, in order, and young tombstones", async () => {
        const [log, topic] = [await open(), compactedTopic()];
        await log.append(topic, [record("a1", "a"), record("b1", "b"), record("a2", "a"), record("c1", "c")]);
        await log.append(topic, [record(null, "b"), record("c2", "c")]);
        await expect
          .poll(async () => {
            await log.tidy(topic);
            return snapshot(log, topic);
          }, patient)
          .toEqual([["a", "a2"], ["b", null], ["c", "c2"]]);
        await log.append(topic, [record("a3", "a"), record("b2", "b")]);
        await expect
          .poll(async () => {
            await log.tidy(topic);
            return snapshot(log, topic);
          }, patient)
          .toEqual([["c", "c2"], ["a", "a3"], ["b", "b2"]]);
      });

      it("drops tombstones that are old enough", async () => {
        const [log, topic] = [await open(), compactedTopic(10)];
        await log.append(topic, [record("a1", "a"), record("b1", "b"), record(null, "a")]);
        await expect
          .poll(async () => {
            await log.tidy(topic);
            return snapshot(log, topic);
          }, patient)
          .toEqual([["b", "b1"]]);
      });

      it("lets a follower go on from a position whose record is gone", async () => {
        const [log, topic] = [await open(), compactedTopic()];
        await log.append(topic, [record("a1", "a")]);
        const first = collectFollowed(log, topic, null);
        await expect.poll(() => first.values, patient).toEqual(["a1"]);
        await first.consumption.stop();
        await log.append(topic, [record("a2", "a")]);
        await expect
          .poll(async () => {
            await log.tidy(topic);
            return snapshot(log, topic);
          }, patient)
          .toEqual([["a", "a2"]]);
        const second = collectFollowed(log, topic, first.positions[0] ?? null);
        await expect.poll(() => second.values, patient).toEqual(["a2"]);
      });

      it("can be asked for by several processes at once", async () => {
        const [one, two, topic] = [await open(), await open(), compactedTopic()];
        await one.append(topic, numbers(200).map((value) => record(value, `k${Number(value) % 10}`)));
        await Promise.all([one.tidy(topic), two.tidy(topic), one.tidy(topic)]);
        await expect
          .poll(async () => {
            await two.tidy(topic);
            return (await snapshot(one, topic)).map(([, value]) => value);
          }, patient)
          .toEqual(numbers(10, 190));
      });
    });

    describe("retention", () => {
      it("drops what every consumer has had for long enough, and nothing else", async () => {
        const [log, topic] = [await open(), streamTopic(10)];
        const behind = log.consume(topic, "behind", limits, () => Promise.reject(new Error("never")));
        const ahead = collect(log, topic, "ahead");
        await log.append(topic, numbers(3).map((value) => record(value)));
        await expect.poll(() => log.lag(topic, "ahead"), patient).toBe(0);
        await expect.poll(() => log.lag(topic, "behind"), patient).toBe(3);
        for (let round = 0; round < 5; round++) await log.tidy(topic);
        expect(await log.lag(topic, "behind")).toBe(3);
        await behind.stop();
        const caughtUp = collect(log, topic, "behind");
        await expect.poll(() => caughtUp.values, patient).toEqual(numbers(3));
        await expect
          .poll(async () => {
            await log.tidy(topic);
            return snapshot(log, topic);
          }, patient)
          .toEqual([]);
        await log.append(topic, [record("3")]);
        await expect.poll(() => ahead.values, patient).toEqual(numbers(4));
      });

      it("keeps what everybody has until its time is over", async () => {
        const [log, topic] = [await open(), streamTopic()];
        await log.append(topic, [record("x")]);
        collect(log, topic, "a");
        await expect.poll(() => log.lag(topic, "a"), patient).toBe(0);
        await log.tidy(topic);
        await log.tidy(topic);
        expect(await snapshot(log, topic)).toEqual([[null, "x"]]);
      });

      it("keeps everything for a consumer that has not come yet", async () => {
        const [log, topic] = [await open(), streamTopic(0)];
        await log.append(topic, [record("x")]);
        await log.tidy(topic);
        await log.tidy(topic);
        expect(await snapshot(log, topic)).toEqual([[null, "x"]]);
      });
    });

    describe("ends", () => {
      it("answers a ping", async () => {
        const log = await open();
        await expect(log.ping()).resolves.toBeUndefined();
      });

      it("stops every reader when it is closed", async () => {
        const [log, topic] = [await open(), streamTopic()];
        const readers: Consumption[] = [
          collect(log, topic, "a").consumption,
          collectFollowed(log, topic, null).consumption,
        ];
        await crash(log);
        await Promise.all(readers.map(({ stopped }) => stopped));
        await expect(log.append(topic, [record("x")])).rejects.toThrow();
      });
    });

    /** Everything that is in a topic by now; a consumer that never came is behind by that much. */
    async function snapshot(log: EventLog, topic: Topic): Promise<[string | null, string | null][]> {
      const seen: [string | null, string | null][] = [];
      const expected = await log.lag(topic, `nobody.${randomUUID()}`);
      const reading = log.follow(topic, null, limits, async ({ records }) => {
        for (const one of records) seen.push([one.key, textOf(one)]);
      });
      await expect.poll(() => seen.length, patient).toBeGreaterThanOrEqual(expected);
      await reading.stop();
      return seen;
    }
  });
}
