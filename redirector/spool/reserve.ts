import { readdirSync, renameSync, rmSync, statfsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Logger } from "@hoplog/platform/logging/logger.js";

/** Bytes of a piece: several frames of maximum length, or the counts of 16,384 links. */
export const pieceBytes = 1024 * 1024;

const ending = ".spare";
const unfinishedEnding = ".unfinished-spare";

/** Preallocated files in a slot: overwriting them needs no additional disk space. */
export interface Reserve {
  /** Remaining bytes. */
  bytes(): number;
  /**
   * Renames a piece to `target`; returns false if there is none. The last piece is for counts of dropped requests and
   * used only with `asLast`. Throws file system errors; the piece then stays in the reserve.
   */
  take(target: string, asLast?: boolean): boolean;
  /** Puts back a piece that was taken under this name and not written to. Never throws. */
  release(target: string): void;
  /**
   * Creates missing pieces in the background if the disk has space for twice their size; for the piece for counts,
   * {@link roomForLast} suffices. Deletes surplus pieces. Never throws.
   */
  refill(): void;
}

/** Free disk space that suffices to create the piece for counts, however many other pieces are missing. */
const roomForLast = 4 * pieceBytes;

export interface ReserveSettings {
  readonly bytes: number;
  /** Returns the slot's folder. Throws while there is none. */
  readonly folder: () => string;
  readonly newId: () => string;
  readonly logger: Logger;
  /** Returns whether the disk of a folder has this many free bytes. */
  readonly hasRoom?: (folder: string, bytes: number) => boolean;
}

export function createReserve({ bytes, folder, newId, logger, hasRoom = hasRoomFor }: ReserveSettings): Reserve {
  const wanted = Math.floor(bytes / pieceBytes);
  let pieces: string[] | null = null;
  let isCleared = false;
  let filling = false;
  let problem: string | null = null;

  /**
   * Returns the names of the pieces, including pieces of the slot's earlier owner. Throws while the folder can't be
   * listed.
   */
  function known(): string[] {
    if (pieces) return pieces;
    const names = readdirSync(folder());
    // Deletes only an earlier owner's unfinished pieces: later listings may include one that is being created.
    if (!isCleared)
      for (const name of names) if (name.endsWith(unfinishedEnding)) rmSync(path.join(folder(), name), { force: true });
    isCleared = true;
    return (pieces = names.filter((name) => name.endsWith(ending)));
  }

  async function fill(): Promise<void> {
    // Deletes surplus pieces of an earlier, larger setting.
    for (const name of known().splice(wanted)) await rm(path.join(folder(), name), { force: true });
    while (isRoomForNext(wanted - known().length)) {
      const made = await makePiece(folder(), newId());
      // The pieces may have been listed again in the meantime.
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
      // The piece or the whole folder may have been deleted, so the next call lists the pieces again.
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
    release(target) {
      const name = newId() + ending;
      try {
        renamePiece(target, name);
        pieces?.push(name);
      } catch (error) {
        logger.warn({ err: error, file: target }, "could not return a piece of the spool's reserve");
      }
    },
    refill() {
      if (filling) return;
      filling = true;
      fill()
        .catch((error: unknown) => {
          const text = error instanceof Error ? error.message : String(error);
          if (text !== problem) logger.warn({ err: error }, "could not create the spool's reserve");
          problem = text;
        })
        .finally(() => (filling = false));
    },
  };
}

/**
 * Returns whether the file system has this many free bytes and space for another file; true if the file system does not
 * report them.
 */
export function hasRoomFor(folder: string, bytes: number): boolean {
  try {
    const { bavail, bsize, files, ffree } = statfsSync(folder);
    return bavail * bsize >= bytes && (files === 0 || ffree > 0);
  } catch {
    return true;
  }
}

/**
 * Creates a piece and returns its name. Writes zeros to allocate its blocks, because a sparse file would occupy none.
 */
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
