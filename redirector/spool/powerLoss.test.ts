import fs, { mkdtempSync, readdirSync, readlinkSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { takeSlot } from "../slots/slots.ts";
import { publishFsSpies } from "../testing/fsSpies.ts";
import { createQuota } from "../testing/quota.ts";
import { openTestSpool } from "../testing/spool.ts";
import { pieceBytes } from "./reserve.ts";
import type { SpoolSettings } from "./spool.ts";

/** Creates a folder and records the file names at its last sync, which survive a power loss. */
function watchSyncs() {
  const directory = mkdtempSync(path.join(tmpdir(), "hoplog-power-"));
  let synced: string[] = [];
  const { fsyncSync } = fs;
  vi.spyOn(fs, "fsyncSync").mockImplementation((fd) => {
    if (readlinkSync(`/proc/self/fd/${fd}`) === directory) synced = readdirSync(directory);
    fsyncSync(fd);
  });
  publishFsSpies();
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return { directory, namesAfterLoss: (ending: string) => synced.filter((name) => name.endsWith(ending)) };
}

function openDurableSpool(settings: Partial<SpoolSettings> = {}) {
  const { directory, namesAfterLoss } = watchSyncs();
  const spool = openTestSpool(directory, { fsync: "always", memoryBytes: 0, ...settings });
  onTestFinished(() => spool.close());
  const record = () => {
    spool.recordMiss({ at: 1, code: "lost", reason: "unknown" });
    spool.flush();
  };
  return { directory, spool, record, namesAfterLoss };
}

async function openFullSpool(pieces: number) {
  const reserveBytes = pieces * pieceBytes;
  const opened = openDurableSpool({ reserveBytes, ...createQuota() });
  await expect.poll(() => opened.spool.state().reserveBytes).toBe(reserveBytes);
  return opened;
}

describe.runIf(process.platform === "linux")("with SPOOL_FSYNC=always a power loss leaves the name of", () => {
  it("a slot", () => {
    const { directory, namesAfterLoss } = watchSyncs();
    const slot = takeSlot(directory);
    onTestFinished(() => slot.release());
    expect(namesAfterLoss("slot-0")).toEqual(["slot-0"]);
  });

  it("a chunk, from its first answer on", () => {
    const { directory, record, namesAfterLoss } = openDurableSpool();
    record();
    expect(namesAfterLoss(".open2")).toEqual(readdirSync(directory));
  });

  it("a piece of the reserve that takes clicks", async () => {
    const { directory, record, namesAfterLoss } = await openFullSpool(2);
    record();
    const [name = ""] = namesAfterLoss(".open2");
    expect(statSync(path.join(directory, name)).size).toBe(pieceBytes);
  });

  it("the file of counts", async () => {
    const { spool, record, namesAfterLoss } = await openFullSpool(1);
    record();
    expect(spool.state().dropped).toBe(1);
    expect(namesAfterLoss(".tally")).toHaveLength(1);
  });
});
