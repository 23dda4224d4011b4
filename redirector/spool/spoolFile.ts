import {
  closeSync,
  fdatasync,
  fdatasyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { chunkOf, closedName, openName } from "./chunk.ts";

/** The chunk that is being written: the only writer of its file. */
export interface SpoolFile {
  readonly id: string;
  readonly bytes: number;
  /** All or nothing: what a full disk cut short is overwritten by the next frame. Throws what `write` throws. */
  append(frame: Uint8Array): void;
  syncNow(): void;
  /** Leaves the event loop free. */
  sync(done: (error: Error | null) => void): void;
  /** Gives the file its final name: from now on it never changes. */
  close(): void;
  /** For a chunk without records. */
  discard(): void;
}

export function createSpoolFile(directory: string, id: string): SpoolFile {
  const openPath = path.join(directory, openName(id));
  const fd = openSync(openPath, "wx", 0o600);
  let bytes = 0;
  return {
    id,
    get bytes() {
      return bytes;
    },
    append(frame) {
      let written = 0;
      while (written < frame.length) {
        written += writeSync(fd, frame, written, frame.length - written, bytes + written);
      }
      bytes += frame.length;
    },
    syncNow: () => fdatasyncSync(fd),
    sync: (done) => fdatasync(fd, done),
    close() {
      closeSync(fd);
      renameSync(openPath, path.join(directory, closedName(id)));
    },
    discard() {
      closeSync(fd);
      unlinkSync(openPath);
    },
  };
}

/** Takes over what a process that ended, or was killed, has left behind. Gives the number of chunks. */
export function adoptChunks(directory: string): number {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  let adopted = 0;
  for (const file of readdirSync(directory)) {
    const chunk = chunkOf(file);
    if (!chunk) continue;
    if (!chunk.closed) renameSync(path.join(directory, file), path.join(directory, closedName(chunk.id)));
    adopted++;
  }
  return adopted;
}
