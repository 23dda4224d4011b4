import { renameSync, rmSync, statfsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { entriesOf } from "../slots/slots.ts";

/** A piece holds the longest frame several times, or the counts of 16,384 links. */
export const pieceBytes = 1024 * 1024;

const ending = ".spare";
const unfinishedEnding = ".unfinished-spare";

/** Files in a slot whose room on the disk is taken already: what is written over them needs none. */
export interface Reserve {
  /** What is left of it. */
  bytes(): number;
  /**
   * Gives a piece another name; false where there is none. The last one is for the counts of what is dropped, and taken
   * `asLast` only.
   */
  take(target: string, asLast?: boolean): boolean;
  /** Makes what is missing in the background, while the disk has room for it twice over, and removes what is too much. Never throws. */
  refill(): void;
}

export interface ReserveSettings {
  readonly bytes: number;
  /** Throws while there is none. */
  readonly folder: () => string;
  readonly newId: () => string;
  readonly logger: Logger;
}

export function createReserve({ bytes, folder, newId, logger }: ReserveSettings): Reserve {
  const wanted = Math.floor(bytes / pieceBytes);
  let pieces: string[] | null = null;
  let filling = false;
  let problem: string | null = null;

  /** What an earlier owner of the slot has left counts. */
  function known(): string[] {
    if (pieces) return pieces;
    const names = entriesOf(folder());
    for (const name of names) if (name.endsWith(unfinishedEnding)) rmSync(path.join(folder(), name), { force: true });
    return (pieces = names.filter((name) => name.endsWith(ending)));
  }

  async function fill(): Promise<void> {
    const present = known();
    // The setting was greater before.
    for (const name of present.splice(wanted)) await rm(path.join(folder(), name), { force: true });
    while (present.length < wanted && hasRoomFor(folder(), 2 * (wanted - present.length) * pieceBytes)) {
      present.push(await makePiece(folder(), newId()));
    }
    problem = null;
  }

  return {
    bytes: () => (pieces?.length ?? 0) * pieceBytes,
    take(target, asLast = false) {
      const present = known();
      const name = present.length > (asLast ? 0 : 1) ? present.pop() : undefined;
      if (name === undefined) return false;
      renameSync(path.join(folder(), name), path.join(folder(), target));
      return true;
    },
    refill() {
      if (filling) return;
      filling = true;
      fill()
        .catch((error: unknown) => {
          const text = error instanceof Error ? error.message : String(error);
          if (text !== problem) logger.warn({ err: error }, "the spool's reserve can't be made just now");
          problem = text;
        })
        .finally(() => (filling = false));
    },
  };
}

/** Whether the file system has so many bytes to give, and a file. Where it does not say, it is tried. */
export function hasRoomFor(folder: string, bytes: number): boolean {
  try {
    const { bavail, bsize, files, ffree } = statfsSync(folder);
    return bavail * bsize >= bytes && (files === 0 || ffree > 0);
  } catch {
    return true;
  }
}

/** Its blocks are taken when this resolves: zeros are written, since a hole would take none. Gives its name. */
async function makePiece(folder: string, id: string): Promise<string> {
  const unfinished = path.join(folder, id + unfinishedEnding);
  try {
    const file = await open(unfinished, "wx", 0o600);
    try {
      await file.writeFile(Buffer.alloc(pieceBytes));
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path.join(folder, id + ending));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  return id + ending;
}
