import fs, { mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { v7 as uuid } from "uuid";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { publishFsSpies } from "../testing/fsSpies.ts";
import { createQuota } from "../testing/quota.ts";
import { openTestSpool } from "../testing/spool.ts";
import { pieceBytes } from "./reserve.ts";
import type { SpoolSettings } from "./spool.ts";
import type { SpoolFile } from "./spoolFile.ts";
import { tallyName } from "@hoplog/platform/spool/tallies.js";
import type { SettledTallies } from "./tallyFile.ts";

function scratch(): string {
  const directory = mkdtempSync(path.join(tmpdir(), "hoplog-recovery-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

const [frames, frameMs] = [60, 5];

/**
 * Opens a spool with frames in memory and a disk that takes 5 ms per frame; counts the frames written in each event
 * loop turn.
 */
async function openSlowSpool() {
  const quota = createQuota();
  const turns = new Map<number, number>();
  let turn = 0;
  const counting = { isOver: false };
  const countTurns = (): void => {
    turn++;
    if (!counting.isOver) setImmediate(countTurns);
  };
  const createFile = (folder: string, id: string): SpoolFile => {
    const file = quota.createFile(folder, id);
    return {
      ...file,
      get bytes() {
        return file.bytes;
      },
      append(frame) {
        const end = performance.now() + frameMs;
        while (performance.now() < end);
        file.append(frame);
        turns.set(turn, (turns.get(turn) ?? 0) + 1);
      },
    };
  };
  const spool = openTestSpool(scratch(), { createFile, reserveBytes: pieceBytes });
  onTestFinished(() => {
    counting.isOver = true;
    spool.close();
  });
  await expect.poll(() => spool.state().reserveBytes).toBe(pieceBytes);
  for (let i = 0; i < frames; i++) {
    spool.recordMiss({ at: 1, code: "kept", reason: "unknown" });
    spool.flush();
  }
  expect(spool.state()).toMatchObject({ writable: false, dropped: 0 });
  const writes = vi.spyOn(fs, "writeSync");
  publishFsSpies();
  countTurns();
  quota.allow(1e6);
  const tallyWrites = () => writes.mock.calls.filter((written: readonly unknown[]) => written[3] === 64).length;
  return { spool, turns, tallyWrites };
}

describe("clicks in memory, once the disk has room", () => {
  it("are written in rounds of 50 ms, and their counts taken back once a round", async () => {
    const { spool, turns, tallyWrites } = await openSlowSpool();
    await expect.poll(() => spool.state().memoryBytes).toBe(0);
    const perTurn = [...turns.values()];
    expect(perTurn.reduce((sum, count) => sum + count, 0)).toBe(frames);
    expect(Math.max(...perTurn)).toBeLessThanOrEqual(50 / frameMs);
    expect(tallyWrites()).toBe(perTurn.length);
    await expect.poll(() => spool.state().writable).toBe(true);
  });

  it("are written in one round when the spool closes", async () => {
    const { spool, turns } = await openSlowSpool();
    spool.close();
    expect([...turns.values()]).toEqual([frames]);
    expect(spool.state()).toMatchObject({ memoryBytes: 0, dropped: 0 });
  });
});

describe("a slot with nothing left to settle", () => {
  /** Opens a spool whose intervals run on fake timers. */
  function openTimedSpool(directory: string, settings: Partial<SpoolSettings> = {}) {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const spool = openTestSpool(directory, settings);
    onTestFinished(() => {
      spool.close();
      vi.useRealTimers();
    });
    const listings = vi.spyOn(fs, "readdirSync");
    publishFsSpies();
    return {
      listingsIn(ms: number): number {
        listings.mockClear();
        vi.advanceTimersByTime(ms);
        return listings.mock.calls.filter(([folder]) => folder === directory).length;
      },
    };
  }

  it("is listed no more", () => {
    const { listingsIn } = openTimedSpool(scratch());
    expect(listingsIn(5000)).toBeGreaterThan(0);
    expect(listingsIn(60_000)).toBe(0);
  });

  it("is listed and reported until that is so", () => {
    const directory = scratch();
    const settled: SettledTallies[] = [];
    const id = uuid();
    const name = tallyName(id);
    mkdirSync(path.join(directory, name));
    const { listingsIn } = openTimedSpool(directory, { onSettled: (tallies) => settled.push(tallies) });
    for (let i = 0; i < 3; i++) expect(listingsIn(5000)).toBeGreaterThan(0);
    rmdirSync(path.join(directory, name));
    writeFileSync(path.join(directory, name), "");
    expect(listingsIn(5000)).toBeGreaterThan(0);
    expect(readdirSync(directory)).toEqual([]);
    expect(settled).toMatchObject([[{ id, requests: 0 }]]);
    expect(listingsIn(60_000)).toBe(0);
  });
});
