import { describe, expect, it, vi } from "vitest";
import type { Consumption } from "../port.ts";
import { compactedTopic, limits, numbers, patient, record, streamTopic, type Harness } from "./harness.ts";

/** Tests of appending, and of followers, which get all records. */
export function describeFollowing({ open, crash, collect, collectFollowed, breakConnections }: Harness): void {
  describe("appending", () => {
    it("takes many records at once, in their order", async () => {
      const [log, topic] = [await open(), streamTopic()];
      await log.append(
        topic,
        numbers(2500).map((value) => record(value)),
      );
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
      await expect(log.append(compacted, [record("x", "k"), record("x", null)])).rejects.toThrow(TypeError);
      await expect(log.append(stream, [record("x"), record(null, "k")])).rejects.toThrow(TypeError);
      expect(await log.lag(compacted, "a")).toBe(0);
      expect(await log.lag(stream, "a")).toBe(0);
    });
  });

  describe("following", () => {
    it("gives every follower everything, from the start or from behind a position", async () => {
      const [one, two, topic] = [await open(), await open(), streamTopic()];
      await one.append(
        topic,
        numbers(4).map((value) => record(value)),
      );
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

    it("goes on from a stored position in another process, whatever the keys", async () => {
      const [one, two, topic] = [await open(), await open(), streamTopic()];
      await one.append(
        topic,
        numbers(40).map((value) => record(value, `k${Number(value) % 10}`)),
      );
      const a = collectFollowed(one, topic, null, { maxRecords: 1, maxBytes: 1000 });
      await expect.poll(() => a.values.length, patient).toBe(40);
      await a.consumption.stop();
      const b = collectFollowed(two, topic, a.positions[14] ?? null);
      await expect.poll(() => b.values.toSorted(), patient).toEqual(a.values.slice(15).toSorted());
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
      await breakConnections();
      await vi.waitFor(() => writer.append(topic, [record("1")]), patient);
      await expect.poll(() => [...new Set(values)], patient).toEqual(["0", "1"]);
    });
  });

  describe("ends", () => {
    it("knows a topic that nothing has been appended to yet", async () => {
      const [log, stream, compacted] = [await open(), streamTopic(), compactedTopic()];
      expect([await log.isNew(stream), await log.isNew(compacted)]).toEqual([true, true]);
      await log.append(stream, [record("x")]);
      await log.append(compacted, [record("x")]);
      await log.tidy(compacted);
      expect([await log.isNew(stream), await log.isNew(compacted)]).toEqual([false, false]);
    });

    it("has one name for all its processes", async () => {
      expect((await open()).name).toBe((await open()).name);
    });

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
}
