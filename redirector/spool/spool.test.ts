import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync, appendFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { randomBytes } from "node:crypto";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { createBatchWriter } from "@hoplog/schema/topics/clickBatch/batchWriter.js";
import { sourceOf } from "@hoplog/schema/topics/clickBatch/byteTable.js";
import type { RecordedClick } from "@hoplog/schema/topics/clickBatch/click.js";
import { type ClickBatch, decodeClickBatch } from "@hoplog/schema/topics/clickBatch/decode.js";
import { describe, expect, it, onTestFinished } from "vitest";
import { chunkOf, newChunkId } from "./chunk.ts";
import { readFrames } from "./readFrames.ts";
import { addRecords } from "./record.ts";
import { dueIn, type RotationRules } from "./rotation.ts";
import { createSpool, type SpoolSettings } from "./spool.ts";
import { adoptChunks } from "./spoolFile.ts";

const never: RotationRules = { maxRecords: 1e9, maxBytes: 1e12, lingerMs: 1e6, spacingMs: 1e6 };

function scratch(): string {
  const directory = mkdtempSync(path.join(tmpdir(), "hoplog-spool-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

function openSpool({ directory = scratch(), ...settings }: Partial<SpoolSettings> & { directory?: string } = {}) {
  const spool = createSpool({
    folder: () => directory,
    rules: never,
    fsync: "interval",
    memoryBytes: 1_000_000,
    logger: createLogger("test", "silent"),
    now: () => Date.now(),
    random: (size) => randomBytes(size),
    onClosed: () => {},
    ...settings,
  });
  onTestFinished(() => spool.close());
  const record = (userAgent: string) => new Promise<void>((resolve) => spool.recordClick(click(userAgent), resolve));
  return { directory, spool, record };
}

function click(userAgent: string): RecordedClick {
  return {
    at: 1_700_000_000_123,
    linkId: Buffer.alloc(16, 1),
    ownerId: Buffer.alloc(16, 2),
    address: Buffer.alloc(16, 3),
    userAgent,
    referrer: "https://ünïcode.example/",
    query: "a=1",
    flags: 5,
  };
}

/** Everything in a folder's chunks, as it goes out, and how many frames it is in. */
function readChunks(directory: string): { batch: ClickBatch; frames: number; torn: number } {
  const writer = createBatchWriter();
  let [frames, torn] = [0, 0];
  for (const file of readdirSync(directory)) {
    const read = readFrames(path.join(directory, file), (source, start, end) => {
      frames++;
      addRecords(writer, source, start, end);
    });
    torn += read.torn;
  }
  return { batch: decodeClickBatch(writer.finish(Buffer.alloc(16))), frames, torn };
}

function clicksIn(directory: string): RecordedClick[] {
  const { batch } = readChunks(directory);
  const text = (index: number | undefined): string => batch.texts[index ?? -1] ?? "?";
  return Array.from({ length: batch.size }, (_, i) => ({
    at: batch.base + (batch.at[i] ?? 0),
    linkId: Buffer.from(batch.links[batch.link[i] ?? -1]?.linkId ?? []),
    ownerId: Buffer.from(batch.links[batch.link[i] ?? -1]?.ownerId ?? []),
    address: Buffer.from(batch.addresses.subarray(i * 16, i * 16 + 16)),
    userAgent: text(batch.userAgent[i]),
    referrer: text(batch.referrer[i]),
    query: text(batch.query[i]),
    flags: batch.flags[i] ?? -1,
  }));
}

describe("the spool", () => {
  it("holds a click, whole, before it is answered", async () => {
    const { directory, record } = openSpool();
    await record("agent");
    expect(clicksIn(directory)).toEqual([click("agent")]);
  });

  it("takes all clicks of a turn with one write", async () => {
    const { directory, record } = openSpool();
    await Promise.all(Array.from({ length: 1000 }, (_, i) => record(`agent ${i}`)));
    expect(readChunks(directory).frames).toBe(1);
    expect(clicksIn(directory).map(({ userAgent }) => userAgent)).toEqual(
      Array.from({ length: 1000 }, (_, i) => `agent ${i}`),
    );
  });

  it("closes a chunk that is full, and begins another under a new id", async () => {
    const { directory, record } = openSpool({ rules: { ...never, maxRecords: 2 } });
    for (const agent of ["a", "b", "c"]) await record(agent);
    const chunks = readdirSync(directory).map(chunkOf);
    expect(chunks.map((chunk) => chunk?.closed).toSorted()).toEqual([false, true]);
    expect(new Set(chunks.map((chunk) => chunk?.id)).size).toBe(2);
  });

  it("drops only what memory has no room for, and counts it", async () => {
    const { spool, record } = openSpool({ directory: path.join(tmpdir(), "hoplog-no-such-folder"), memoryBytes: 300 });
    for (let i = 0; i < 5; i++) await record("agent");
    expect(spool.state()).toMatchObject({ writable: false, dropped: 3 });
    expect(spool.state().memoryBytes).toBeGreaterThan(0);
  });
});

describe("records", () => {
  it("hold misses beside clicks", async () => {
    const { directory, spool, record } = openSpool();
    spool.recordMiss({ at: 1_700_000_000_100, code: "nope", reason: "inactive" });
    await record("agent");
    expect(readChunks(directory).batch.misses).toEqual([{ at: 1_700_000_000_100, code: "nope", reason: "inactive" }]);
    expect(clicksIn(directory)).toEqual([click("agent")]);
  });

  it("that were never written are refused, not misread", async () => {
    const { directory, record } = openSpool();
    await record("agent");
    const [file = ""] = readdirSync(directory);
    const bytes = readFileSync(path.join(directory, file));
    const read = (end: number) => () => addRecords(createBatchWriter(), sourceOf(bytes), 8, end);
    expect(read(bytes.length)).not.toThrow();
    for (const cut of [1, 20, bytes.length - 20]) expect(read(bytes.length - cut)).toThrow(RangeError);
    bytes[8] = 9;
    expect(read(bytes.length)).toThrow(RangeError);
  });
});

describe("a chunk that a killed process left", () => {
  it("is adopted with every whole frame, and without the torn end", async () => {
    const { directory, record } = openSpool();
    await record("first");
    await record("second");
    const [file = ""] = readdirSync(directory);
    const whole = readFileSync(path.join(directory, file));
    const left = scratch();
    writeFileSync(path.join(left, file), whole.subarray(0, whole.length - 3));
    expect(adoptChunks(left)).toBe(1);
    const [adopted = ""] = readdirSync(left);
    expect(chunkOf(adopted)).toEqual({ id: chunkOf(file)?.id, closed: true });
    expect(clicksIn(left)).toEqual([click("first")]);
    expect(readChunks(left).torn).toBeGreaterThan(0);
  });

  it("ends where bytes have rotted", async () => {
    const { directory, record } = openSpool();
    await record("first");
    const [file = ""] = readdirSync(directory);
    appendFileSync(path.join(directory, file), Buffer.alloc(64));
    expect(clicksIn(directory)).toHaveLength(1);
  });

  it("leaves other files alone", () => {
    const directory = scratch();
    writeFileSync(path.join(directory, "notes.txt"), "x");
    expect(adoptChunks(directory)).toBe(0);
    expect(readdirSync(directory)).toEqual(["notes.txt"]);
  });
});

describe("chunk ids", () => {
  it("sort by time and leave the last four bytes to the clicks", () => {
    const ids = [1, 2, 3].map((at) => newChunkId(at * 1_000_000, randomBytes(16)));
    expect(ids.toSorted()).toEqual(ids);
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{4}00000000$/);
  });
});

describe("rotation", () => {
  const rules = { maxRecords: 100, maxBytes: 1000, lingerMs: 40, spacingMs: 250 };
  it.each([
    ["soon after a quiet time", { records: 1, bytes: 1, begunAt: 1000, lastClosedAt: 0 }, 1000, 40],
    ["no more often than the spacing", { records: 1, bytes: 1, begunAt: 1000, lastClosedAt: 990 }, 1000, 240],
    ["at once when full of clicks", { records: 100, bytes: 1, begunAt: 1000, lastClosedAt: 990 }, 1000, 0],
    ["at once when full of bytes", { records: 1, bytes: 1000, begunAt: 1000, lastClosedAt: 990 }, 1000, 0],
    ["at once when overdue", { records: 1, bytes: 1, begunAt: 0, lastClosedAt: 0 }, 5000, 0],
  ])("closes %s", (_what, age, now, due) => {
    expect(dueIn(age, rules, now)).toBe(due);
  });
});
