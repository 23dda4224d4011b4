import { closeSync, fsyncSync, openSync, readFileSync, renameSync, unlinkSync, writeSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { entriesOf } from "@hoplog/platform/spool/slotFolders.js";
import { uptime } from "node:os";
import { syncFolder } from "./syncFolder.ts";

// Each process that writes to a spool slot leases visits under a separate id. A file with that id remains in the slot
// until the leases are settled: `<id>.holder` while the process runs, `<id>.ended` afterwards.
const presentEnding = ".holder";
const endedEnding = ".ended";

const holderSchema = z.object({
  /** ID of the machine's boot during which the holder was created. */
  boot: z.string(),
  /** Whether each click was synced to the disk before the response. */
  survivesPowerLoss: z.boolean(),
});

/** A holder that can lease no more visits. */
export interface EndedHolder {
  readonly id: string;
  readonly file: string;
  /** Whether clicks of answered requests may have been lost: all its leased visits then count as used. */
  readonly mayHaveLost: boolean;
}

/** Creates a holder's file and syncs it to the disk. Throws file system errors. */
export function writeHolder(folder: string, id: string, survivesPowerLoss: boolean): void {
  const file = openSync(path.join(folder, id + presentEnding), "w", 0o600);
  try {
    writeSync(file, JSON.stringify({ boot: bootId(), survivesPowerLoss } satisfies z.input<typeof holderSchema>));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  syncFolder(folder);
}

/** Ends all holders of a slot. The caller must own it or hold the lock of a dead owner. */
export function endHolders(folder: string): void {
  for (const name of entriesOf(folder)) {
    if (!name.endsWith(presentEnding)) continue;
    const id = name.slice(0, -presentEnding.length);
    renameSync(path.join(folder, name), path.join(folder, id + endedEnding));
  }
}

/** Returns whether the slot has holders, running or ended, with possibly unsettled leases. */
export function hasHolders(folder: string): boolean {
  return entriesOf(folder).some((name) => name.endsWith(presentEnding) || name.endsWith(endedEnding));
}

/** Returns whether the slot has a holder that has not been ended. */
export function hasHolder(folder: string): boolean {
  return entriesOf(folder).some((name) => name.endsWith(presentEnding));
}

export function endedHolders(folder: string): EndedHolder[] {
  return entriesOf(folder)
    .filter((name) => /^[0-9a-f-]{36}\.ended$/.test(name))
    .map((name) => {
      const file = path.join(folder, name);
      return { id: name.slice(0, -endedEnding.length), file, mayHaveLost: mayHaveLost(file) };
    });
}

export function forgetHolder({ file }: EndedHolder): void {
  unlinkSync(file);
}

function mayHaveLost(file: string): boolean {
  try {
    const { boot, survivesPowerLoss } = holderSchema.parse(JSON.parse(readFileSync(file, "utf8")));
    return !survivesPowerLoss && boot !== bootId();
  } catch {
    return true;
  }
}

/** Returns an id of the machine's current boot; containers have the id of their machine. */
function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    // Other systems report only their uptime; it is rounded to ten seconds, less than a machine takes to boot.
    return `up since ${Math.round((Date.now() / 1000 - uptime()) / 10) * 10}`;
  }
}
