import fs, { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { createBatchWriter } from "@hoplog/schema/topics/clickBatch/batchWriter.js";
import type { RecordedClick } from "@hoplog/schema/topics/clickBatch/click.js";
import { decodeClickBatch } from "@hoplog/schema/topics/clickBatch/decode.js";
import { clicksOf } from "@hoplog/schema/topics/clickBatch/rows.js";
import { v7 as uuid } from "uuid";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { readSettings } from "../boot/env.ts";
import { publishFsSpies } from "../testing/fsSpies.ts";
import { createQuota } from "../testing/quota.ts";
import { openTestSpool } from "../testing/spool.ts";
import { chunkOf } from "@hoplog/platform/spool/chunkNames.js";
import { readFrames } from "./readFrames.ts";
import { addRecords } from "./readRecords.ts";
import { createReserve, pieceBytes } from "./reserve.ts";
import type { SpoolSettings } from "./spool.ts";
import { adoptChunks } from "./spoolFile.ts";
import { tallyIds } from "@hoplog/platform/spool/tallies.js";

function scratch(): string {
  const directory = mkdtempSync(path.join(tmpdir(), "hoplog-reserve-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Opens a spool with a complete reserve of `pieces` pieces. */
async function openFullSpool(pieces: number, settings: Partial<SpoolSettings> = {}, directory = scratch()) {
  const quota = createQuota();
  const logged: string[] = [];
  const logger = createLogger("test", "info", { write: (line) => void logged.push(line) });
  const { createFile } = quota;
  const reserveBytes = pieces * pieceBytes;
  const spool = openTestSpool(directory, { memoryBytes: 0, createFile, reserveBytes, logger, ...settings });
  await expect.poll(() => spool.state().reserveBytes).toBe(reserveBytes);
  const record = (userAgent: string, link = 1) =>
    new Promise<void>((resolve) => spool.recordClick(click(userAgent, link), resolve));
  return { directory, quota, spool, record, logged };
}

function click(userAgent: string, link: number): RecordedClick {
  const ids = { linkId: Buffer.alloc(16, link), ownerId: Buffer.alloc(16, 9) };
  return { ...ids, at: 1_700_000_000_123, address: Buffer.alloc(16, 3), userAgent, referrer: "", query: "", flags: 0 };
}

async function makeReserve(pieces: number, freeBytes = Infinity) {
  const directory = scratch();
  const logger = createLogger("test", "silent");
  const settings = { bytes: pieces * pieceBytes, folder: () => directory, newId: () => uuid(), logger };
  const reserve = createReserve({ ...settings, hasRoom: (_folder, bytes) => bytes <= freeBytes });
  const refillUntil = async (made: number) => {
    reserve.refill();
    await expect.poll(() => reserve.bytes()).toBe(made * pieceBytes);
  };
  return { directory, reserve, refillUntil };
}

const piecesIn = (directory: string) => readdirSync(directory).filter((name) => name.endsWith(".spare"));

/** Reads a folder's chunks like the shipper. */
function readChunks(directory: string) {
  const writer = createBatchWriter();
  let [torn, damaged] = [0, 0];
  for (const file of readdirSync(directory).filter((name) => chunkOf(name))) {
    const read = readFrames(path.join(directory, file), (source, start, end) => {
      addRecords(writer, source, start, end);
      return true;
    });
    torn += read.torn;
    damaged += read.isDamaged ? 1 : 0;
  }
  const batch = decodeClickBatch(writer.finish(Buffer.alloc(16)));
  const dropped = batch.requests.dropped.reduce((sum, count) => sum + count, 0);
  return { agents: clicksOf(batch).map(({ userAgent }) => userAgent), dropped, torn, damaged, batch };
}

describe("the reserve", () => {
  it("takes its room on the disk, and that of an earlier owner is used again", async () => {
    const { directory, spool } = await openFullSpool(2);
    const pieces = piecesIn(directory);
    for (const name of pieces) {
      const { size, blocks } = statSync(path.join(directory, name));
      expect([size, blocks * 512 >= size]).toEqual([pieceBytes, true]);
    }
    spool.close();
    const again = await openFullSpool(2, {}, directory);
    expect(piecesIn(directory)).toEqual(pieces);
    again.spool.close();
    const smaller = await openFullSpool(1, {}, directory);
    await expect.poll(() => piecesIn(directory)).toHaveLength(1);
    smaller.spool.close();
  });

  it("has clicks on the disk before their answers while that is full, also for a process that is killed", async () => {
    const { directory, spool, record } = await openFullSpool(3);
    for (const agent of ["one", "two", "three"]) await record(agent);
    expect(spool.state()).toMatchObject({ writable: false, memoryBytes: 0, dropped: 0, reserveBytes: 2 * pieceBytes });
    // The files are now as after a kill: the piece contains zeros after its frames.
    adoptChunks(directory);
    expect(readChunks(directory)).toMatchObject({ agents: ["one", "two", "three"], torn: 0, damaged: 0, dropped: 0 });
    spool.close();
  });

  it("holds a minute of a thousand clicks a second, one a frame, as large as it is unless set", async () => {
    const { SPOOL_RESERVE_MB: megabytes } = readSettings({ DATABASE_URL: "postgres://localhost/hoplog" });
    const { directory, spool, record } = await openFullSpool(megabytes);
    const agent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 ${"x".repeat(150)}`;
    for (let i = 0; i < 60_000; i++) {
      spool.recordMiss({ at: 1, code: agent, reason: "unknown" });
      spool.flush();
    }
    await record("last");
    expect(spool.state()).toMatchObject({ writable: false, memoryBytes: 0, dropped: 0 });
    spool.close();
    expect(readChunks(directory).batch.misses.size).toBe(60_000);
  });

  it("is given back piece by piece, all but the last one", async () => {
    const { directory, spool, record } = await openFullSpool(3);
    const agent = "x".repeat(500);
    let answered = 0;
    while (spool.state().dropped === 0) {
      await Promise.all(Array.from({ length: 100 }, () => record(agent)));
      answered += 100;
    }
    expect(answered * agent.length).toBeGreaterThan(1.5 * pieceBytes);
    expect(spool.state().reserveBytes).toBe(0);
    spool.close();
    expect(readChunks(directory).agents).toHaveLength(answered - spool.state().dropped);
  });

  it("closes its chunk when the disk takes clicks again, and is made again", async () => {
    const closed: string[] = [];
    const { directory, quota, spool, record } = await openFullSpool(2, { onClosed: () => closed.push("closed") });
    await record("full");
    quota.allow(1e6);
    await expect.poll(() => spool.state()).toMatchObject({ writable: true });
    await record("again");
    await expect.poll(() => spool.state().reserveBytes).toBe(2 * pieceBytes);
    await expect.poll(() => closed.length).toBeGreaterThan(0);
    spool.close();
    expect(readChunks(directory).agents.toSorted()).toEqual(["again", "full"]);
  });
});

describe("a piece of the reserve", () => {
  it("is created for counts while 4 MB are free, however many others are missing", async () => {
    const { reserve, refillUntil } = await makeReserve(25, 4 * pieceBytes);
    for (let round = 0; round < 2; round++) {
      await refillUntil(1);
      expect(reserve.take(`counts-${round}`)).toBe(false);
      expect(reserve.take(`counts-${round}`, true)).toBe(true);
    }
  });

  it("stays in the reserve if it can't be renamed", async () => {
    const { directory, reserve, refillUntil } = await makeReserve(2);
    await refillUntil(2);
    mkdirSync(path.join(directory, "taken"));
    expect(() => reserve.take("taken")).toThrow();
    for (const target of ["one", "two"]) expect(reserve.take(target, true)).toBe(true);
    expect(reserve.take("three", true)).toBe(false);
    expect(piecesIn(directory)).toEqual([]);
  });

  it("is given back if it can't be opened", async () => {
    const directory = scratch();
    // Dangling symlinks can be renamed but not opened.
    for (const _piece of [1, 2, 3]) symlinkSync("missing", path.join(directory, `${uuid()}.spare`));
    const quota = createQuota();
    const spool = openTestSpool(directory, { memoryBytes: 0, ...quota, reserveBytes: 3 * pieceBytes });
    for (const agent of ["one", "two"]) await new Promise<void>((done) => spool.recordClick(click(agent, 1), done));
    expect(spool.state()).toMatchObject({ writable: false, dropped: 2, reserveBytes: 3 * pieceBytes });
    expect(readdirSync(directory)).toEqual(piecesIn(directory));
    expect(piecesIn(directory)).toHaveLength(3);
    spool.close();
  });
});

describe("what is dropped", () => {
  it("is counted by link on the disk before it is answered, and becomes a chunk at the next start", async () => {
    const { directory, record } = await openFullSpool(1);
    for (const link of [1, 2, 1]) await record("lost", link);
    // Continues as if the process had ended: only its files are left.
    const { tallies } = adoptChunks(directory);
    expect(tallies).toMatchObject([{ requests: 3 }]);
    const { agents, dropped, batch } = readChunks(directory);
    expect([agents, dropped]).toEqual([[], 3]);
    expect([...batch.requests.dropped].toSorted()).toEqual([1, 2]);
    expect(adoptChunks(directory).tallies).toEqual([]);
    expect(readChunks(directory).dropped).toBe(3);
  });

  it("counts what is in memory as well, until that is on the disk", async () => {
    const { directory, quota, spool, record } = await openFullSpool(1, { memoryBytes: 1e6 });
    for (const agent of ["a", "b"]) await record(agent);
    expect(spool.state()).toMatchObject({ dropped: 0, writable: false });
    const left = scratch();
    const killed = readdirSync(directory).find((name) => name.endsWith(".tally")) ?? "";
    copyFileSync(path.join(directory, killed), path.join(left, killed));
    expect(adoptChunks(left).tallies).toMatchObject([{ requests: 2 }]);
    quota.allow(1e6);
    await expect.poll(() => spool.state().writable).toBe(true);
    spool.close();
    expect(readChunks(directory)).toMatchObject({ agents: ["a", "b"], dropped: 0 });
    expect(readdirSync(directory).filter((name) => name.endsWith(".tally"))).toEqual([]);
  });

  it("is reported with its file, and what is in memory with it", async () => {
    const opened: unknown[] = [];
    const { directory, quota, spool, record } = await openFullSpool(1, {
      memoryBytes: 200,
      onTallyOpened: () => opened.push(spool.state().tally),
    });
    expect(spool.state().tally).toBeNull();
    for (const agent of ["a", "b", "c"]) await record(agent);
    const { dropped } = spool.state();
    expect(dropped).toBe(2);
    const [id] = tallyIds(directory);
    expect(opened).toEqual([{ id, requests: 1, dropped: 0 }]);
    expect(spool.state().tally).toEqual({ id, requests: 3, dropped });
    quota.allow(1e6);
    await expect.poll(() => spool.state()).toMatchObject({ writable: true, tally: null, dropped });
    await expect.poll(() => spool.state().reserveBytes).toBe(pieceBytes);
    spool.close();
  });

  it("is counted once with what an ended process has left, also if its file can't be opened at first", async () => {
    const killed = await openFullSpool(1);
    for (const agent of ["a", "b", "c"]) await killed.record(agent);
    const { openSync } = fs;
    let failures = 0;
    vi.spyOn(fs, "openSync").mockImplementation((file, flags, mode) => {
      if (flags === "r+" && failures++ === 0) throw new Error("EMFILE: too many open files");
      return openSync(file, flags, mode);
    });
    publishFsSpies();
    const { record } = await openFullSpool(0, {}, killed.directory);
    for (const agent of ["d", "e"]) await record(agent);
    expect(failures).toBe(2);
    expect(adoptChunks(killed.directory).tallies).toHaveLength(1);
    expect(readChunks(killed.directory).dropped).toBe(5);
  });

  it("is logged at the end where it could not be written, and counted", async () => {
    const { directory, spool, record, logged } = await openFullSpool(1, { memoryBytes: 1e6 });
    for (const agent of ["a", "b"]) await record(agent);
    spool.close();
    expect(logged.join("")).toContain('"unwritten":2');
    expect(spool.state().dropped).toBe(2);
    expect(readChunks(directory)).toMatchObject({ agents: [], dropped: 2 });
  });

  it("is logged where there is not even a reserve to count in", async () => {
    const { spool, record, logged } = await openFullSpool(0);
    await record("lost");
    expect(logged.join("")).toContain("dropped clicks are only counted in memory");
    expect(spool.state()).toMatchObject({ dropped: 1, tally: { id: null, requests: 1, dropped: 1 } });
    spool.close();
  });
});
