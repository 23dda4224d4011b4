import { describe, expect, it } from "vitest";
import { compactedTopic, limits, numbers, patient, record, streamTopic, type Harness } from "./harness.ts";

/** Tests of compaction and retention. */
export function describeTidying({ open, collect, collectFollowed, snapshot }: Harness): void {
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
        .toEqual([
          ["a", "a2"],
          ["b", null],
          ["c", "c2"],
        ]);
      await log.append(topic, [record("a3", "a"), record("b2", "b")]);
      await expect
        .poll(async () => {
          await log.tidy(topic);
          return snapshot(log, topic);
        }, patient)
        .toEqual([
          ["c", "c2"],
          ["a", "a3"],
          ["b", "b2"],
        ]);
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

    it("can be requested by several processes at once", async () => {
      const [one, two, topic] = [await open(), await open(), compactedTopic()];
      await one.append(
        topic,
        numbers(200).map((value) => record(value, `k${Number(value) % 10}`)),
      );
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
      await log.append(
        topic,
        numbers(3).map((value) => record(value)),
      );
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
      expect(await snapshot(log, topic)).toEqual([["k", "x"]]);
    });

    it("keeps everything for a consumer that has not come yet", async () => {
      const [log, topic] = [await open(), streamTopic(0)];
      await log.append(topic, [record("x")]);
      await log.tidy(topic);
      await log.tidy(topic);
      expect(await snapshot(log, topic)).toEqual([["k", "x"]]);
    });
  });
}
