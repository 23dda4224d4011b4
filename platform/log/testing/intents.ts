import { describe, expect, it } from "vitest";
import { createMemoryIntents } from "../memoryIntents.ts";
import type { Batch, ConsumeOptions, EventLog } from "../port.ts";
import type { Topic } from "@hoplog/schema/topics/topic.js";
import { limits, numbers, patient, record, streamTopic, textOf, type Harness } from "./harness.ts";

/** Tests of deliveries that are stored before they begin. */
export function describeIntents({ open, crash }: Harness): void {
  /** Collects the records that a consumer receives, by delivery; if `stuck`, no delivery ends. */
  function take(log: EventLog, topic: Topic, options: ConsumeOptions, stuck = false) {
    const given: { readonly id: string | null; readonly values: (string | null)[] }[] = [];
    const consumption = log.consume(topic, "kept", options, async ({ records, intentId }: Batch) => {
      given.push({ id: intentId, values: records.map(textOf) });
      if (stuck) await new Promise<void>(() => {});
    });
    return { given, consumption };
  }

  describe("kept deliveries", () => {
    it("are the same after a crash, whatever has come since and whatever the limits are then", async () => {
      const [doomed, log, topic] = [await open(), await open(), streamTopic()];
      const intents = createMemoryIntents();
      await log.append(
        topic,
        numbers(5).map((value) => record(value)),
      );
      const first = take(doomed, topic, { ...limits, intents }, true);
      await expect.poll(() => first.given.length, patient).toBe(1);
      await log.append(
        topic,
        numbers(3, 5).map((value) => record(value)),
      );
      await crash(doomed);
      const few = { maxRecords: 2, maxBytes: 1000 };
      const second = take(log, topic, { ...few, intents });
      await expect.poll(() => second.given.flatMap(({ values }) => values), patient).toEqual(numbers(8));
      expect(second.given[0]).toEqual(first.given[0]);
      expect(second.given[0]?.values).toEqual(numbers(5));
      expect(second.given.map(({ values }) => values.length)).toEqual([5, 2, 1]);
      expect(new Set(second.given.map(({ id }) => id)).size).toBe(3);
      await expect.poll(() => log.lag(topic, "kept"), patient).toBe(0);
    });

    it("gather what comes while one is at work", async () => {
      const [log, topic] = [await open(), streamTopic()];
      const gate = Promise.withResolvers<void>();
      const sizes: number[] = [];
      const options = { ...limits, maxConcurrent: 2, intents: createMemoryIntents() };
      log.consume(topic, "kept", options, async ({ records }) => {
        sizes.push(records.length);
        await gate.promise;
      });
      await log.append(topic, [record("0")]);
      await expect.poll(() => sizes, patient).toEqual([1]);
      for (const value of numbers(20, 1)) await log.append(topic, [record(value)]);
      gate.resolve();
      await expect.poll(() => log.lag(topic, "kept"), patient).toBe(0);
      expect(sizes.reduce((sum, size) => sum + size)).toBe(21);
      // A driver may receive the records in a few pieces; without batching there would be 21 deliveries.
      expect(sizes.length).toBeLessThanOrEqual(10);
    });

    it("hold no more than the limits, whatever gathers meanwhile", async () => {
      const [log, topic] = [await open(), streamTopic()];
      const gate = Promise.withResolvers<void>();
      const given: number[][] = [];
      const options = { maxRecords: 4, maxBytes: 30, intents: createMemoryIntents() };
      log.consume(topic, "kept", options, async ({ records }) => {
        given.push(records.map(({ value }) => value?.length ?? 0));
        await gate.promise;
      });
      const sizes = [1, 3, 3, 25, 9, 9, 9, 9, 1, 1, 1, 1, 1, 40, 2];
      for (const size of sizes) await log.append(topic, [record("x".repeat(size))]);
      gate.resolve();
      await expect.poll(() => given.flat().toSorted((a, b) => a - b), patient).toEqual(sizes.toSorted((a, b) => a - b));
      for (const delivery of given) {
        expect(delivery.length).toBeLessThanOrEqual(4);
        if (delivery.length > 1) expect(delivery.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(30);
      }
    });

    it("wait for the pace, unless they are full", async () => {
      const [log, topic] = [await open(), streamTopic()];
      const gate = Promise.withResolvers<void>();
      const sizes: number[] = [];
      const options = { maxRecords: 3, maxBytes: 1000, intents: createMemoryIntents(), pace: () => gate.promise };
      log.consume(topic, "kept", options, async ({ records }) => {
        sizes.push(records.length);
      });
      await log.append(
        topic,
        numbers(3).map((value) => record(value)),
      );
      await expect.poll(() => sizes, patient).toEqual([3]);
      await log.append(topic, [record("3")]);
      await log.append(topic, [record("4")]);
      expect(sizes).toEqual([3]);
      gate.resolve();
      await expect.poll(() => sizes.reduce((sum, size) => sum + size), patient).toBe(5);
    });

    it("come to whoever is there while processes come and go, each done once", async () => {
      const [one, two, topic] = [await open(), await open(), streamTopic()];
      const intents = createMemoryIntents();
      const done = new Map<string, (string | null)[]>();
      const share = (log: EventLog) =>
        log.consume(topic, "kept", { maxRecords: 7, maxBytes: 1000, intents }, async ({ records, intentId }) => {
          const values = records.map(textOf);
          if (done.has(intentId ?? "")) expect(done.get(intentId ?? "")).toEqual(values);
          done.set(intentId ?? "", values);
        });
      let sent = 0;
      const send = async (count: number): Promise<void> => {
        for (const value of numbers(count, sent)) await one.append(topic, [record(value, `k${Number(value) % 5}`)]);
        sent += count;
      };
      const first = share(one);
      await send(40);
      const second = share(two);
      await send(60);
      await first.stop();
      await send(20);
      const third = share(one);
      await send(20);
      await expect.poll(() => one.lag(topic, "kept"), patient).toBe(0);
      const values = [...done.values()].flat().map(Number);
      expect(values.toSorted((a, b) => a - b)).toEqual(numbers(sent).map(Number));
      await Promise.all([second.stop(), third.stop()]);
    });
  });
}
