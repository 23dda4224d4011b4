import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync, appendFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { randomBytes } from "node:crypto";
import { createBatchWriter } from "@hoplog/schema/topics/clickBatch/batchWriter.js";
import { sourceOf } from "@hoplog/schema/topics/clickBatch/byteTable.js";
import type { RecordedClick } from "@hoplog/schema/topics/clickBatch/click.js";
import { type ClickBatch, decodeClickBatch } from "@hoplog/schema/topics/clickBatch/decode.js";
import { clicksOf, missesOf } from "@hoplog/schema/topics/clickBatch/rows.js";
import { describe, expect, it, onTestFinished } from "vitest";
import { chunkOf } from "@hoplog/platform/spool/chunkNames.js";
import { newChunkId } from "./chunk.ts";
import { readFrames } from "./readFrames.ts";
import { goldenChunks } from "./golden.ts";
import { writeMissedVisit, writeVisit } from "./record.ts";
import { addRecords } from "./readRecords.ts";
import { dueIn, type RotationRules } from "./rotation.ts";
import type { SpoolSettings } from "./spool.ts";
import { openTestSpool } from "../testing/spool.ts";
import { adoptChunks } from "./spoolFile.ts";

const never: RotationRules = { maxRecords: 1e9, maxBytes: 1e12, lingerMs: 1e6, spacingMs: 1e6 };

function scratch(): string {
  const directory = mkdtempSync(path.join(tmpdir(), "hoplog-spool-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

function openSpool({ directory = scratch(), ...settings }: Partial<SpoolSettings> & { directory?: string } = {}) {
  const spool = openTestSpool(directory, settings);
  onTestFinished(() => spool.close());
  const record = (userAgent: string) => new Promise<void>((resolve) => spool.recordClick(click(userAgent), resolve));
  return { directory, spool, record };
}

function click(userAgent: string): Required<RecordedClick> {
  return {
    at: 1_700_000_000_123,
    linkId: Buffer.alloc(16, 1),
    ownerId: Buffer.alloc(16, 2),
    address: Buffer.alloc(16, 3),
    userAgent,
    referrer: "https://ünïcode.example/",
    query: "a=1",
    flags: 5,
    languages: "de-AT,de;q=0.9",
    domain: 0,
    revision: 7,
    rule: 0,
    arm: 0,
  };
}

/** Reads a folder's chunks like the shipper, and counts their frames. */
function readChunks(directory: string): { batch: ClickBatch; frames: number; torn: number } {
  const writer = createBatchWriter();
  let [frames, torn] = [0, 0];
  for (const file of readdirSync(directory)) {
    const read = readFrames(path.join(directory, file), (source, start, end) => {
      frames++;
      addRecords(writer, source, start, end);
      return true;
    });
    torn += read.torn;
  }
  return { batch: decodeClickBatch(writer.finish(Buffer.alloc(16))), frames, torn };
}

function clicksIn(directory: string): RecordedClick[] {
  const withoutIds = clicksOf(readChunks(directory).batch).map((recorded) => ({ ...recorded, id: undefined }));
  return withoutIds;
}

function idsIn(directory: string): string[] {
  return clicksOf(readChunks(directory).batch).map(({ id }) => Buffer.from(id).toString("hex"));
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
    const { spool, record } = openSpool({ directory: path.join(tmpdir(), "hoplog-no-such-folder"), memoryBytes: 400 });
    for (let i = 0; i < 5; i++) await record("agent");
    expect(spool.state()).toMatchObject({ writable: false, dropped: 3 });
    expect(spool.state().memoryBytes).toBeGreaterThan(0);
  });

  it("records how many requests of which link were dropped with the next one that the disk takes, once", async () => {
    const directory = path.join(scratch(), "later");
    const { spool, record } = openSpool({ directory, memoryBytes: 400 });
    for (let i = 0; i < 5; i++) await record("agent");
    spool.recordMiss({ at: click("").at, code: "nope", reason: "unknown" });
    spool.flush();
    mkdirSync(directory);
    await expect.poll(() => spool.state().writable).toBe(true);
    for (const agent of ["next", "last"]) await record(agent);
    const { batch } = readChunks(directory);
    expect([batch.size, batch.misses.size]).toEqual([4, 0]);
    const { link, clicks, dropped } = batch.requests;
    expect(Array.from(link, (number, i) => [number, clicks[i], dropped[i]])).toEqual([
      [1, 4, 3],
      [0, 0, 1],
    ]);
    spool.close();
  });

  it("records what was dropped when it is closed, where no request came any more", async () => {
    const directory = path.join(scratch(), "later");
    const { spool, record } = openSpool({ directory, memoryBytes: 400 });
    for (let i = 0; i < 3; i++) await record("agent");
    mkdirSync(directory);
    await expect.poll(() => spool.state().writable).toBe(true);
    spool.close();
    const { batch } = readChunks(directory);
    expect([batch.size, batch.requests.dropped]).toEqual([2, Uint32Array.of(1)]);
  });
});

describe("the ids of clicks", () => {
  it("are the chunk's with a number, fixed before the answer", async () => {
    const { directory, spool, record } = openSpool();
    await record("a");
    spool.recordMiss({ at: 1_700_000_000_100, code: "nope", reason: "unknown" });
    await record("b");
    await record("c");
    const [file = ""] = readdirSync(directory);
    const id = chunkOf(file)?.id.replaceAll("-", "").slice(0, 24);
    expect(idsIn(directory)).toEqual([0, 1, 2].map((number) => `${id}0000000${number}`));
  });

  it("stay what they were while the disk took nothing, and no two are alike", async () => {
    const directory = path.join(scratch(), "later");
    const { record, spool } = openSpool({ directory, rules: { ...never, maxRecords: 3 } });
    for (const agent of ["a", "b", "c", "d"]) await record(agent);
    mkdirSync(directory);
    await expect.poll(() => spool.state().memoryBytes).toBe(0);
    for (const agent of ["e", "f", "g"]) await record(agent);
    const ids = idsIn(directory);
    expect(new Set(ids).size).toBe(7);
    const [first = ""] = readdirSync(directory).toSorted();
    const id = chunkOf(first)?.id.replaceAll("-", "").slice(0, 24);
    expect(ids).toEqual(expect.arrayContaining([0, 1, 2, 3].map((number) => `${id}0000000${number}`)));
  });
});

describe("records", () => {
  const missed = {
    at: 1_700_000_000_100,
    code: "nope",
    reason: "inactive",
    host: "hop.example",
    path: "/nope/",
    address: Buffer.alloc(16, 9),
    userAgent: "agent",
    referrer: "",
    languages: "fr",
    flags: 1,
    linkId: Buffer.alloc(16, 4),
    ownerId: Buffer.alloc(16, 2),
    revision: 9,
    domain: 0,
  } as const;
  const decided = { rule: 0, arm: 0 };

  it("hold misses beside clicks", async () => {
    const { directory, spool, record } = openSpool();
    spool.recordMiss(missed);
    spool.recordMiss({ at: 1_700_000_000_101, code: "", reason: "base URL", path: "/" });
    spool.recordMiss({ at: 1_700_000_000_102, code: "lost", reason: "unknown", path: "/lost", domain: 256 });
    await record("agent");
    expect(missesOf(readChunks(directory).batch)).toEqual([
      { ...missed, ...decided },
      expect.objectContaining({ code: "", reason: "base URL", path: "/", userAgent: "" }),
      expect.objectContaining({ code: "lost", domain: 256 }),
    ]);
    for (const row of [1, 2]) expect(missesOf(readChunks(directory).batch)[row]).not.toHaveProperty("linkId");
    expect(clicksIn(directory)).toEqual([click("agent")]);
  });

  it("are the same when they are written from a request's bytes", async () => {
    const { directory, spool, record } = openSpool();
    const text = "agent|https://news.example/|a=1|de-AT,de;q=0.9|hop.example|/nope/|fr";
    const request = Buffer.from(text);
    const range = <N extends string>(name: N, part: string) => {
      const start = part === "" ? 0 : text.indexOf(part);
      return { [`${name}Start`]: start, [`${name}End`]: start + part.length } as Record<
        `${N}Start` | `${N}End`,
        number
      >;
    };
    const common = {
      ...range("userAgent", "agent"),
      ...range("query", "a=1"),
      ...range("path", "/nope/"),
      ...range("host", "hop.example"),
    };
    const ids = Buffer.concat([Buffer.alloc(7), missed.linkId, missed.ownerId]);
    const link = { ids, idsStart: 7, domain: 0, revision: 9, rule: 3, arm: 4 };
    const { frame } = spool;
    const visited = {
      ...common,
      ...range("referer", "https://news.example/"),
      ...range("languages", "de-AT,de;q=0.9"),
    };
    spool.endRecord(
      writeVisit(frame, spool.beginRecord(), 1_700_000_000_123, 5, link, Buffer.alloc(16, 3), request, visited),
    );
    const lost = { ...common, ...range("referer", ""), ...range("languages", "fr") };
    const start = spool.beginRecord();
    spool.endMiss(
      writeMissedVisit(frame, start, missed.at, 1, "inactive", link, missed.address, "nope", request, lost),
    );
    spool.flush();
    await record("agent");
    const { linkId, ownerId, revision } = missed;
    expect(clicksIn(directory)).toEqual([
      { ...click("agent"), linkId, ownerId, revision, rule: 3, arm: 4, referrer: "https://news.example/" },
      click("agent"),
    ]);
    expect(missesOf(readChunks(directory).batch)).toEqual([{ ...missed, rule: 3, arm: 4 }]);
  });

  it("are read, with what they say", () => {
    const directory = scratch();
    const { file, base64 } = goldenChunks[2];
    writeFileSync(path.join(directory, file), Buffer.from(base64, "base64"));
    const { batch, torn, frames } = readChunks(directory);
    expect([torn, frames]).toEqual([0, 2]);
    const second = {
      at: 1_700_000_000_250,
      linkId: Buffer.alloc(16, 4),
      address: Buffer.alloc(16, 6),
      flags: 0,
      query: "",
    };
    const id = "018bcfe5680070709c1c1f07";
    expect(clicksOf(batch)).toEqual([
      { ...click("agent"), referrer: "https://news.example/", id: Buffer.from(`${id}00000000`, "hex") },
      { ...click("agent"), ...second, id: Buffer.from(`${id}00000001`, "hex") },
    ]);
    const [miss] = missesOf(batch);
    expect(miss).toEqual({ ...missed, ...decided, at: 1_700_000_000_200 });
  });

  it("that were never written are refused, not misread, and leave nothing behind", async () => {
    const { directory, spool, record } = openSpool();
    spool.recordMiss(missed);
    await record("agent");
    const [file = ""] = readdirSync(directory);
    const bytes = readFileSync(path.join(directory, file));
    const writer = createBatchWriter();
    const read = (end: number) => () => addRecords(writer, sourceOf(bytes), 8, end);
    expect(read(bytes.length)).not.toThrow();
    for (const cut of [1, 20, bytes.length - 20]) expect(read(bytes.length - cut)).toThrow(RangeError);
    bytes[8] = 9;
    expect(read(bytes.length)).toThrow(/unknown version 9/);
    expect([writer.clicks(), writer.misses()]).toEqual([1, 1]);
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
    expect(adoptChunks(left).chunks).toBe(1);
    const [adopted = ""] = readdirSync(left);
    expect(chunkOf(adopted)).toEqual({ ...chunkOf(file), closed: true });
    expect(clicksIn(left)).toEqual([click("first")]);
    expect(readChunks(left).torn).toBeGreaterThan(0);
  });

  it("keeps the name of its version, and leaves those of others", () => {
    const left = scratch();
    const id = newChunkId(1_700_000_000_000, randomBytes(16));
    for (const ending of [".open", ".open2", ".open3"]) writeFileSync(path.join(left, id + ending), "");
    expect(adoptChunks(left).chunks).toBe(1);
    expect(readdirSync(left).toSorted()).toEqual([`${id}.chunk2`, `${id}.open`, `${id}.open3`]);
  });

  it("ends where a power failure has left nothing but zeros", async () => {
    const { directory, record } = openSpool();
    await record("first");
    const [file = ""] = readdirSync(directory);
    appendFileSync(path.join(directory, file), Buffer.alloc(64));
    expect(clicksIn(directory)).toHaveLength(1);
  });

  it("leaves other files alone", () => {
    const directory = scratch();
    writeFileSync(path.join(directory, "notes.txt"), "x");
    expect(adoptChunks(directory).chunks).toBe(0);
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
