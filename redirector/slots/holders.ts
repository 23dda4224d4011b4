import { closeSync, fsyncSync, openSync, readFileSync, renameSync, unlinkSync, writeSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { entriesOf } from "@hoplog/platform/spool/slotFolders.js";
import { uptime } from "node:os";
import { syncFolder } from "./syncFolder.ts";

// Whoever writes to a slot of the spool leases visits under a name of its own, which lies there until what it had is settled:
// `<id>.holder` while it lives, `<id>.ended` afterwards.
const presentEnding = ".holder";
const endedEnding = ".ended";

const holderSchema = z.object({
  /** Of the machine's start under which it has leased. */
  boot: z.string(),
  /** Whether each click was on the disk before its answer. */
  survivesPowerLoss: z.boolean(),
});

/** Somebody who has leased visits, and can lease no more. */
export interface EndedHolder {
  readonly id: string;
  readonly file: string;
  /** Whether clicks that it has answered may be gone: then all that it had leased counts as used. */
  readonly mayHaveLost: boolean;
}

/** It is on the disk when this returns. Throws what the disk says. */
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

/** To be called by whoever owns the slot, for itself or for an owner who is gone. */
export function endHolders(folder: string): void {
  for (const name of entriesOf(folder)) {
    if (!name.endsWith(presentEnding)) continue;
    const id = name.slice(0, -presentEnding.length);
    renameSync(path.join(folder, name), path.join(folder, id + endedEnding));
  }
}

/** Whether anybody who has written there may have leased visits that are not settled. */
export function hasHolders(folder: string): boolean {
  return entriesOf(folder).some((name) => name.endsWith(presentEnding) || name.endsWith(endedEnding));
}

/** One that has not been ended. */
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

/** Says which start of the machine this is; containers have their machine's. */
function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    // Other systems say only for how long they have been up: ten seconds are less than a machine takes to start.
    return `up since ${Math.round((Date.now() / 1000 - uptime()) / 10) * 10}`;
  }
}
