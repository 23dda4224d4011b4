import { describe, expect, it, vi } from "vitest";
import type { Batch, EventLog } from "../port.ts";
import { limits, numbers, patient, record, streamTopic, textOf, type Harness } from "./harness.ts";

/** Tests of named consumers. */
export function describeConsuming({ open, crash, collect, breakConnections }: Harness): void {
  describe("consuming", () => {
    it("delivers the records of a key in the order they were appended", async () => {
      const [log, topic] = [await open(), streamTopic()];
      await log.append(
        topic,
        numbers(50).map((value) => record(value)),
      );
      for (const value of numbers(20, 50)) await log.append(topic, [record(value)]);
      const { values } = collect(log, topic, "a");
      await expect.poll(() => values, patient).toEqual(numbers(70));
    });

    it("keeps keys, values and the time of each record", async () => {
      const [log, topic] = [await open(), streamTopic()];
      const before = Date.now();
      const value = Uint8Array.from({ length: 256 }, (_, i) => i);
      await log.append(topic, [
        { key: "clé 🔑", value },
        { key: null, value: new Uint8Array(0) },
      ]);
      const { batches } = collect(log, topic, "a");
      await expect.poll(() => batches.flatMap(({ records }) => records).length, patient).toBe(2);
      const got = batches.flatMap(({ records }) => records);
      const [first, second] = [got.find(({ key }) => key !== null), got.find(({ key }) => key === null)];
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
      expect(performance.now() - startedAt).toBeLessThan(800);
    });

    it("carries values of 1 MB and more", async () => {
      const [log, topic] = [await open(), streamTopic()];
      const values = [1, 2, 3].map((fill) => new Uint8Array(1_200_000).fill(fill));
      for (const value of values) await log.append(topic, [{ key: "k", value }]);
      const { batches } = collect(log, topic, "a");
      await expect.poll(() => batches.flatMap(({ records }) => records).length, patient).toBe(3);
      const got = batches.flatMap(({ records }) => records);
      got.forEach((one, i) =>
        expect(Buffer.compare(one.value ?? Buffer.alloc(0), values[i] ?? Buffer.alloc(0))).toBe(0),
      );
    });

    it("keeps within the limits of a delivery, and gives a larger record alone", async () => {
      const [log, topic] = [await open(), streamTopic()];
      await log.append(
        topic,
        [..."aaaaaaa"].map((sign) => record(sign.repeat(10))),
      );
      await log.append(topic, [record("b".repeat(100)), record("c")]);
      const { batches, values } = collect(log, topic, "a", { maxRecords: 3, maxBytes: 35 });
      await expect.poll(() => values.length, patient).toBe(9);
      for (const { records } of batches) {
        const bytes = records.reduce((sum, { value }) => sum + (value?.length ?? 0), 0);
        expect(records.length).toBeLessThanOrEqual(3);
        expect(records.length === 1 || bytes <= 35).toBe(true);
      }
      expect(batches.find(({ records }) => records.some(({ value }) => value?.length === 100))?.records).toHaveLength(
        1,
      );
    });

    it("goes on behind the last committed record", async () => {
      const [log, topic] = [await open(), streamTopic()];
      await log.append(
        topic,
        numbers(5).map((value) => record(value)),
      );
      const first = collect(log, topic, "a");
      await expect.poll(() => first.values.length, patient).toBe(5);
      await first.consumption.stop();
      await log.append(
        topic,
        numbers(3, 5).map((value) => record(value)),
      );
      const second = collect(log, topic, "a");
      await expect.poll(() => second.values, patient).toEqual(numbers(3, 5));
    });

    it("lets a running delivery finish and commits it when stopped", async () => {
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
      await log.append(
        topic,
        numbers(4).map((value) => record(value)),
      );
      const tries: string[][] = [];
      log.consume(topic, "a", { maxRecords: 2, maxBytes: 1000 }, async ({ records }) => {
        tries.push(records.map((one) => textOf(one) ?? ""));
        if (tries.length < 3) throw new Error("not now");
      });
      await expect
        .poll(() => tries, patient)
        .toEqual([
          ["0", "1"],
          ["0", "1"],
          ["0", "1"],
          ["2", "3"],
        ]);
      await expect.poll(() => log.lag(topic, "a"), patient).toBe(0);
    });

    it("with several deliveries at once commits in order, and gives the rejected one alone again", async () => {
      const [log, topic] = [await open(), streamTopic()];
      await log.append(
        topic,
        numbers(6).map((value) => record(value)),
      );
      const seen: string[] = [];
      const gates = numbers(6).map(() => Promise.withResolvers<void>());
      let running = 0;
      let maxRunning = 0;
      const consumption = log.consume(
        topic,
        "a",
        { maxRecords: 1, maxBytes: 1000, maxConcurrent: 2 },
        async ({ records }) => {
          const [value = ""] = records.map((one) => textOf(one) ?? "");
          const isFirst = !seen.includes(value);
          seen.push(value);
          maxRunning = Math.max(maxRunning, ++running);
          await gates[Number(value)]?.promise;
          running -= 1;
          if (value === "0" && isFirst) throw new Error("not now");
        },
      );
      for (const gate of gates.slice(1)) gate.resolve();
      await expect.poll(() => seen, patient).toContain("0");
      expect(await log.lag(topic, "a")).toBe(6);
      gates[0]?.resolve();
      await expect.poll(() => log.lag(topic, "a"), patient).toBe(0);
      expect(maxRunning).toBeLessThanOrEqual(2);
      expect(seen.toSorted()).toEqual(["0", ...numbers(6)]);
      await consumption.stop();
    });

    it("with several deliveries at once gives all that was not committed again after a crash", async () => {
      const [doomed, log, topic] = [await open(), await open(), streamTopic()];
      await log.append(
        topic,
        numbers(3).map((value) => record(value)),
      );
      const delivered = vi.fn(async ({ records }: Batch) => {
        // The first delivery never ends; the later ones do.
        if (records.some((one) => textOf(one) === "0")) await new Promise<void>(() => {});
      });
      doomed.consume(topic, "a", { maxRecords: 1, maxBytes: 1000, maxConcurrent: 3 }, delivered);
      await expect.poll(() => delivered.mock.calls.length, patient).toBeGreaterThan(0);
      await crash(doomed);
      const { values } = collect(log, topic, "a");
      await expect.poll(() => values, patient).toEqual(numbers(3));
    });

    it("gives what was not committed again after a crash", async () => {
      const [doomed, log, topic] = [await open(), await open(), streamTopic()];
      await log.append(
        topic,
        numbers(3).map((value) => record(value)),
      );
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
      await log.append(
        topic,
        numbers(3).map((value) => record(value)),
      );
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
      await one.append(
        topic,
        numbers(20).map((value) => record(value, null)),
      );
      await expect.poll(all, patient).toEqual(numbers(20));
      await expect.poll(() => one.lag(topic, "shared"), patient).toBe(0);
      await a.consumption.stop();
      await two.append(
        topic,
        numbers(20, 20).map((value) => record(value, null)),
      );
      await expect.poll(all, patient).toEqual(numbers(40));
      await expect.poll(() => two.lag(topic, "shared"), patient).toBe(0);
      await b.consumption.stop();
      const c = collect(one, topic, "shared");
      await one.append(topic, [record("40")]);
      await expect.poll(() => c.values, patient).toEqual(["40"]);
    });

    it("loses, repeats and reorders nothing while processes come and go", async () => {
      const [one, two, topic] = [await open(), await open(), streamTopic()];
      const keys = numbers(6).map((key) => `k${key}`);
      const got = new Map<string, string[]>(keys.map((key) => [key, []]));
      let sent = 0;
      const send = async (rounds: number): Promise<void> => {
        for (let i = 0; i < rounds; i++, sent++)
          await one.append(
            topic,
            keys.map((key) => record(String(sent), key)),
          );
      };
      const take = (log: EventLog) =>
        log.consume(topic, "shared", { maxRecords: 5, maxBytes: 1000 }, async ({ records }) => {
          for (const { key, value } of records) got.get(key ?? "")?.push(Buffer.from(value ?? []).toString());
        });
      const all = () => [...got.values()];
      const first = take(one);
      await send(15);
      await expect.poll(() => all().some((values) => values.length > 5), patient).toBe(true);
      const second = take(two);
      await send(60);
      await first.stop();
      await send(15);
      const third = take(one);
      await send(15);
      await expect.poll(() => all().every((values) => values.length >= sent), patient).toBe(true);
      expect(all()).toEqual(keys.map(() => numbers(sent)));
      await Promise.all([second.stop(), third.stop()]);
      expect(await one.lag(topic, "shared")).toBe(0);
    });

    it("goes on after lost connections, without a loss", async () => {
      const [log, writer, topic] = [await open(), await open(), streamTopic()];
      const { values } = collect(log, topic, "a");
      await writer.append(topic, [record("0")]);
      await expect.poll(() => values, patient).toEqual(["0"]);
      await breakConnections();
      await vi.waitFor(() => writer.append(topic, [record("1")]), patient);
      await expect.poll(() => [...new Set(values)], patient).toEqual(["0", "1"]);
      await expect.poll(() => log.lag(topic, "a"), patient).toBe(0);
    });

    it("reports how far a consumer is behind", async () => {
      const [log, topic] = [await open(), streamTopic()];
      await log.append(
        topic,
        numbers(7).map((value) => record(value)),
      );
      expect(await log.lag(topic, "a")).toBe(7);
      const { consumption } = collect(log, topic, "a");
      await expect.poll(() => log.lag(topic, "a"), patient).toBe(0);
      await consumption.stop();
      await log.append(topic, [record("x")]);
      expect(await log.lag(topic, "a")).toBe(1);
    });
  });
}
