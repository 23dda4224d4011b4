import { readdirSync, renameSync, rmSync, statfsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Logger } from "@hoplog/platform/logging/logger.js";

/** A piece holds the longest frame several times, or the counts of 16,384 links. */
export const pieceBytes = 1024 * 1024;

const ending = ".spare";
const unfinishedEnding = ".unfinished-spare";

/** Files in a slot whose room on the disk is taken already: what is written over them needs none. */
export interface Reserve {
  /** What is left of it. */
  bytes(): number;
  /**
   * Gives a piece another name; false if there is none. The last one is for the counts of what is dropped, and taken
   * `asLast` only. Throws the disk's error; the piece is then still in the reserve.
   */
  take(target: string, asLast?: boolean): boolean;
  /** Returns a piece that was taken under this name and not written to. Never throws. */
  giveBack(target: string): void;
  /**
   * Creates missing pieces in the background, while the disk has room for them twice over, and the one for counts while it
   * has room for {@link roomForLast}; removes surplus ones. Never throws.
   */
  refill(): void;
}

/** Free bytes on the disk at which the piece for counts is created, however many other pieces are missing. */
const roomForLast = 4 * pieceBytes;

export interface ReserveSettings {
  readonly bytes: number;
  /** Throws while there is none. */
  readonly folder: () => string;
  readonly newId: () => string;
  readonly logger: Logger;
  /** Whether the disk of a folder has so many bytes to give. */
  readonly hasRoom?: (folder: string, bytes: number) => boolean;
}

export function createReserve({ bytes, folder, newId, logger, hasRoom = hasRoomFor }: ReserveSettings): Reserve {
  const wanted = Math.floor(bytes / pieceBytes);
  let pieces: string[] | null = null;
  let isCleared = false;
  let filling = false;
  let problem: string | null = null;

  /** Includes the pieces of the slot's earlier owner. Throws while the folder can't be listed. */
  function known(): string[] {
    if (pieces) return pieces;
    const names = readdirSync(folder());
    // Only those of an earlier owner: later listings may find one that is being created.
    if (!isCleared)
      for (const name of names) if (name.endsWith(unfinishedEnding)) rmSync(path.join(folder(), name), { force: true });
    isCleared = true;
    return (pieces = names.filter((name) => name.endsWith(ending)));
  }

  async function fill(): Promise<void> {
    // The setting was greater before.
    for (const name of known().splice(wanted)) await rm(path.join(folder(), name), { force: true });
    while (isRoomForNext(wanted - known().length)) {
      const made = await makePiece(folder(), newId());
      // The pieces may have been listed again meanwhile.
      if (!known().includes(made)) known().push(made);
    }
    problem = null;
  }

  function isRoomForNext(missing: number): boolean {
    if (missing <= 0) return false;
    const room = 2 * missing * pieceBytes;
    return hasRoom(folder(), missing === wanted ? Math.min(room, roomForLast) : room);
  }

  function renamePiece(from: string, to: string): void {
    try {
      renameSync(path.join(folder(), from), path.join(folder(), to));
    } catch (error) {
      // The piece or the whole folder may be gone: the next call lists what is there.
      pieces = null;
      throw error;
    }
  }

  return {
    bytes: () => (pieces?.length ?? 0) * pieceBytes,
    take(target, asLast = false) {
      const present = known();
      const name = present.length > (asLast ? 0 : 1) ? present.at(-1) : undefined;
      if (name === undefined) return false;
      renamePiece(name, target);
      present.pop();
      return true;
    },
    giveBack(target) {
      const name = newId() + ending;
      try {
        renamePiece(target, name);
        pieces?.push(name);
      } catch (error) {
        logger.warn({ err: error, file: target }, "a piece of the spool's reserve can't be given back");
      }
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
