import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openEventLog } from "@hoplog/platform/drivers/openEventLog.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { freshDatabase } from "@hoplog/platform/testing/engines.js";
import type { RecordedClick } from "@hoplog/schema/topics/clickBatch/click.js";
import { type ClickBatch, decodeClickBatch } from "@hoplog/schema/topics/clickBatch/decode.js";
import { clicksOf } from "@hoplog/schema/topics/clickBatch/rows.js";
import { clicksV1 } from "@hoplog/schema/topics/topic.js";
import { stringify, v7 as uuid } from "uuid";
import { describe, expect, it, onTestFinished } from "vitest";
import { chunkOf } from "@hoplog/platform/spool/chunkNames.js";
import { frameHeader, sealFrame } from "./chunk.ts";
import { shipChunks } from "./ship.ts";
import { listUnreadable, shipUnreadable } from "./shipUnreadable.ts";
import { openTestSpool } from "../testing/spool.ts";
import { unreadableFolder } from "@hoplog/platform/spool/unreadableFiles.js";
import { readUsed } from "./usedVisits.ts";
import { writeClick, writeLeasedVisit } from "./record.ts";
import { writeHolder } from "../slots/holders.ts";
import { uuidBytes } from "@hoplog/schema/uuid.js";

const logger = createLogger("test", "silent");

async function setUp() {
  const spool = mkdtempSync(path.join(tmpdir(), "hoplog-ship-"));
  const slot = path.join(spool, "slot-0");
  mkdirSync(slot);
  const database = await freshDatabase();
  const log = await openEventLog({ databaseUrl: database.url, logger });
  const batches: ClickBatch[] = [];
  const reading = log.follow(clicksV1, null, { maxRecords: 100, maxBytes: 1_000_000 }, async ({ records }) => {
    for (const { value } of records) if (value) batches.push(decodeClickBatch(value));
  });
  onTestFinished(async () => {
    await reading.stop();
    await log.close();
    await database.drop();
    rmSync(spool, { recursive: true });
  });
  const ship = () => shipChunks(slot, log, { spool, logger });
  const agents = (): string[] => batches.flatMap((batch) => clicksOf(batch).map(({ userAgent }) => userAgent));
  const ids = (): string[] => batches.flatMap((batch) => clicksOf(batch).map(({ id }) => stringify(id)));
  return { spool, slot, log, batches, ship, agents, ids };
}

/** Records one frame per agent into a new chunk and returns its file. */
async function recordedIn(slot: string, ...agents: readonly string[]): Promise<string> {
  const before = new Set(readdirSync(slot));
  const spool = openTestSpool(slot);
  for (const agent of agents) await new Promise<void>((done) => spool.recordClick(click(agent), done));
  spool.close();
  return path.join(slot, readdirSync(slot).find((file) => !before.has(file)) ?? "");
}

function click(userAgent: string): RecordedClick {
  const ids = { linkId: Buffer.alloc(16, 1), ownerId: Buffer.alloc(16, 2) };
  return { ...ids, at: Date.now(), address: Buffer.alloc(16, 3), userAgent, referrer: "", query: "", flags: 0 };
}

/** Changes a payload byte of the frame with the given number. */
function damage(file: string, frame: number): void {
  const bytes = readFileSync(file);
  let at = 0;
  for (let i = 0; i < frame; i++) at += frameHeader + bytes.readUInt32LE(at);
  bytes[at + frameHeader + 30] = (bytes[at + frameHeader + 30] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}

it("keeps what was used of leases once their chunks are gone", async () => {
  const { slot, ship, agents } = await setUp();
  const spool = openTestSpool(slot);
  const leases = [uuid(), uuid()];
  for (const [i, lease] of leases.entries()) {
    const leased = { lease: uuidBytes(lease), number: i + 1 };
    expect(
      spool.recordImmediately((out, at) => writeClick(out, writeLeasedVisit(out, at, leased), click("counted"))),
    ).toBe("stored");
  }
  spool.close();
  await ship();
  await expect.poll(agents).toEqual(["counted", "counted"]);
  expect(readdirSync(slot)).toEqual(["used-visits"]);
  const [first = "", second = ""] = leases;
  expect(readUsed(slot)).toEqual({
    highest: new Map([
      [first, 1],
      [second, 2],
    ]),
    isUnknown: false,
  });
});

describe("a damaged chunk", () => {
  it("leaves nobody to know what was used of leases, where there are any", async () => {
    const { slot, ship } = await setUp();
    damage(await recordedIn(slot, "a", "b"), 1);
    await ship();
    expect(readUsed(slot).isUnknown).toBe(false);
    writeHolder(slot, uuid(), false);
    damage(await recordedIn(slot, "a", "b"), 1);
    await ship();
    expect(readUsed(slot).isUnknown).toBe(true);
  });

  it("gives its whole frames under its id, the remaining bytes on request, and no click twice", async () => {
    const { spool, slot, log, batches, ship, agents, ids } = await setUp();
    const file = await recordedIn(slot, "a", "b", "damaged", "c", "d");
    const other = await recordedIn(slot, "other");
    damage(file, 2);
    const copy = readFileSync(file);
    const first = await ship();
    expect(first).toMatchObject({ chunks: 2, clicks: 3, tornBytes: 0, stuck: 0 });
    expect(first.unreadableBytes).toBeGreaterThan(100);
    await expect.poll(() => agents().toSorted()).toEqual(["a", "b", "other"]);
    expect(readdirSync(slot)).toEqual([]);
    const chunkId = chunkOf(path.basename(file))?.id ?? "";
    expect(batches.map(({ id }) => stringify(id)).toSorted()).toEqual(
      [chunkId, chunkOf(path.basename(other))?.id].toSorted(),
    );

    // Simulates a kill before the chunk was deleted: the chunk is shipped again unchanged.
    writeFileSync(file, copy);
    await ship();
    await expect.poll(() => batches.length).toBe(3);
    const [again = [], before = []] = [batches[2], batches.find(({ size }) => size === 2)].map((batch) =>
      batch ? clicksOf(batch).map(({ id }) => stringify(id)) : [],
    );
    expect(before).toHaveLength(2);
    expect(again).toEqual(before);

    const kept = { chunkId, clicks: 2, misses: 0, unknownFrames: 0 };
    expect(listUnreadable(spool)).toEqual([expect.objectContaining(kept)]);
    expect(await shipUnreadable(spool, "ffff", log)).toEqual([]);
    const [file2 = ""] = readdirSync(unreadableFolder(spool));
    const rest = readFileSync(path.join(unreadableFolder(spool), file2));
    expect(await shipUnreadable(spool, chunkId.slice(0, 8), log)).toEqual([expect.objectContaining(kept)]);
    await expect.poll(() => agents().slice(-2)).toEqual(["c", "d"]);
    expect(listUnreadable(spool)).toEqual([]);
    // Only the clicks in the damaged frame are lost; the others have the ids that they were recorded with.
    const prefix = chunkId.slice(0, 28);
    expect(ids().slice(-2)).toEqual([3, 4].map((number) => `${prefix}0000000${number}`));
    const restId = stringify(batches.at(-1)?.id ?? new Uint8Array(16));
    expect(restId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{4}00000000$/);
    expect(restId).not.toBe(chunkId);

    // After a kill before the chunk's deletion, the same batch is shipped again.
    writeFileSync(path.join(unreadableFolder(spool), file2), rest);
    await shipUnreadable(spool, "", log);
    await expect.poll(() => batches.length).toBe(5);
    expect(stringify(batches[4]?.id ?? new Uint8Array(16))).toBe(restId);
  });

  it("of which nothing can be read keeps its bytes, and holds nobody up", async () => {
    const { spool, slot, log, ship, agents } = await setUp();
    const file = await recordedIn(slot, "a");
    damage(file, 0);
    await recordedIn(slot, "b");
    const size = readFileSync(file).length;
    expect(await ship()).toMatchObject({ chunks: 2, clicks: 1, unreadableBytes: size });
    await expect.poll(agents).toEqual(["b"]);
    expect(await shipUnreadable(spool, "", log)).toEqual([expect.objectContaining({ clicks: 0, lostBytes: size })]);
    expect(listUnreadable(spool)).toHaveLength(1);
  });

  it("with a frame of a version to come keeps that until it is known", async () => {
    const { spool, slot, log, ship, agents } = await setUp();
    const file = await recordedIn(slot, "a");
    const next = Buffer.alloc(frameHeader + 40, 0x83);
    sealFrame(next);
    writeFileSync(file, Buffer.concat([readFileSync(file), next]));
    expect(await ship()).toMatchObject({ chunks: 1, clicks: 1, unreadableBytes: next.length });
    await expect.poll(agents).toEqual(["a"]);
    await shipUnreadable(spool, "", log);
    expect(listUnreadable(spool)).toEqual([expect.objectContaining({ unknownFrames: 1, lostBytes: 0 })]);
  });
});

it("a chunk that can't be set aside waits by itself, and goes when it can", async () => {
  const { spool, slot, ship, agents } = await setUp();
  const file = await recordedIn(slot, "a", "damaged", "c");
  damage(file, 1);
  await recordedIn(slot, "b");
  // A file has the folder's name, so the folder can't be created.
  writeFileSync(unreadableFolder(spool), "");
  expect(await ship()).toMatchObject({ chunks: 1, clicks: 1, stuck: 1 });
  await expect.poll(agents).toEqual(["b"]);
  expect(readdirSync(slot)).toEqual([path.basename(file)]);
  rmSync(unreadableFolder(spool));
  expect(await ship()).toMatchObject({ chunks: 1, clicks: 1, stuck: 0 });
  await expect.poll(agents).toEqual(["b", "a"]);
});

it("a torn end is no damage", async () => {
  const { spool, slot, ship, agents } = await setUp();
  const file = await recordedIn(slot, "a", "never answered");
  writeFileSync(file, readFileSync(file).subarray(0, -3));
  expect(await ship()).toMatchObject({ chunks: 1, clicks: 1, unreadableBytes: 0, stuck: 0 });
  await expect.poll(agents).toEqual(["a"]);
  expect(listUnreadable(spool)).toEqual([]);
});
