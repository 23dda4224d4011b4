import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { closedName, openName } from "@hoplog/platform/spool/chunkNames.js";
import { tallyEntrySize, tallyName, writeTallyEntry } from "@hoplog/platform/spool/tallies.js";
import { unreadableFile, unreadableFolder } from "@hoplog/platform/spool/unreadableFiles.js";
import { linkSize } from "@hoplog/schema/topics/clickBatch/layout.js";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { waitingInSpool } from "./waitingInSpool.ts";

const chunks = ["019a0000-0000-7000-8000-000000000000", "019a0000-0000-7000-8001-000000000000"] as const;
const now = Date.parse("2026-11-29T12:00:00Z");
let spool: string;
let slot: string;
beforeEach(() => {
  spool = mkdtempSync(path.join(tmpdir(), "spool-"));
  slot = path.join(spool, "slot-0");
  mkdirSync(slot);
  onTestFinished(() => rmSync(spool, { recursive: true }));
});
const found = () => waitingInSpool(spool, now);

it("names the chunks that were set aside, with what to run, until they are gone", () => {
  expect(found()).toEqual([]);
  mkdirSync(unreadableFolder(spool));
  writeFileSync(unreadableFile(spool, chunks[0]), Buffer.alloc(1500));
  // A file that is still being written must not be listed.
  writeFileSync(`${unreadableFile(spool, chunks[1])}.unfinished`, Buffer.alloc(10));
  expect(found()).toEqual([
    "1 damaged chunk of the spool (1,500 bytes) could not be read whole: make unreadable, then see docs/guides/repair.md#damaged-chunks-of-the-spool",
  ]);
  writeFileSync(unreadableFile(spool, chunks[1]), Buffer.alloc(500));
  expect(found()).toEqual([expect.stringMatching(/^2 damaged chunks of the spool \(2,000 bytes\)/)]);
  rmSync(unreadableFolder(spool), { recursive: true });
  expect(found()).toEqual([]);
});

it("names the chunks that stay where they are, and none that is on its way", () => {
  const write = (file: string, bytes: number, at: string): void => {
    writeFileSync(file, Buffer.alloc(bytes));
    utimesSync(file, new Date(at), new Date(at));
  };
  write(path.join(slot, closedName(chunks[0])), 300, "2026-11-29T11:59:30Z");
  write(path.join(slot, "019a0000-0000-7000-8000-000000000000.spare"), 300, "2026-11-01Z");
  expect(found()).toEqual([]);
  write(path.join(slot, closedName(chunks[0])), 300, "2026-11-29T11:00:00Z");
  expect(found()).toEqual([
    "1 chunk of the spool (300 bytes) waits to be shipped since 2026-11-29T11:00:00.000Z: see shipper on the redirector's metrics port (/healthz), and docs/guides/repair.md#damaged-chunks-of-the-spool",
  ]);
  // Chunks in a slot that no redirector holds, and outside of the slots, where earlier releases stored them.
  write(path.join(spool, openName(chunks[1])), 1000, "2026-11-28T11:00:00Z");
  expect(found()).toEqual([
    expect.stringMatching(
      /^2 chunks of the spool \(1,300 bytes\) wait to be shipped since 2026-11-28T11:00:00\.000Z: /,
    ),
  ]);
});

it("names the requests whose counts are not shipped, without those of a damaged entry", () => {
  const tally = Buffer.alloc(4 * tallyEntrySize);
  for (const [i, count] of [1, 1233, 7].entries()) {
    const entry = tally.subarray(i * tallyEntrySize, (i + 1) * tallyEntrySize);
    writeTallyEntry(entry, { link: new Uint8Array(linkSize).fill(i + 1), at: now, count });
  }
  writeFileSync(path.join(slot, tallyName(chunks[0])), tally.subarray(0, tallyEntrySize));
  expect(found()).toEqual([
    "1 request was answered and not recorded, and its count waits in the spool until its disk has room: see docs/guides/repair.md#a-full-disk",
  ]);
  tally.writeUInt8(99, 2 * tallyEntrySize);
  writeFileSync(path.join(slot, tallyName(chunks[0])), tally);
  expect(found()).toEqual([
    expect.stringMatching(/^1,234 requests were answered and not recorded, and their counts wait/),
  ]);
});
