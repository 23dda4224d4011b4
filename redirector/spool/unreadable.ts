import { closeSync, fsyncSync, mkdirSync, openSync, readSync, renameSync, writeSync } from "node:fs";
import path from "node:path";
import { entriesOf } from "../slots/slots.ts";
import { syncFolder } from "../slots/syncFolder.ts";

/** Below the spool, beside the slots: what could not be read of chunks. It is shipped on a command only. */
const folderName = "unreadable";
const ending = ".rest";

export function unreadableFolder(spool: string): string {
  return path.join(spool, folderName);
}

/** The bytes of a chunk from the first damage on. */
export interface UnreadableFile {
  readonly file: string;
  /** Of the chunk that it is from. */
  readonly chunkId: string;
}

/** Oldest first; empty where there is no such folder. */
export function unreadableFiles(spool: string): UnreadableFile[] {
  const folder = unreadableFolder(spool);
  return entriesOf(folder)
    .filter((name) => /^[0-9a-f-]{36}\.rest$/.test(name))
    .toSorted()
    .map((name) => ({ file: path.join(folder, name), chunkId: name.slice(0, -ending.length) }));
}

/**
 * Keeps the bytes of a chunk from `from` on; gives their number. When it returns they are on the disk: only then may the
 * chunk go. The same again changes nothing.
 */
export function setAside(spool: string, chunkId: string, chunk: string, from: number): number {
  const folder = unreadableFolder(spool);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const kept = path.join(folder, chunkId + ending);
  const size = copyFrom(chunk, from, `${kept}.unfinished`);
  renameSync(`${kept}.unfinished`, kept);
  syncFolder(folder);
  return size;
}

function copyFrom(source: string, from: number, target: string): number {
  const piece = Buffer.alloc(256 * 1024);
  const input = openSync(source, "r");
  try {
    const output = openSync(target, "w", 0o600);
    try {
      for (let at = from; ;) {
        const read = readSync(input, piece, 0, piece.length, at);
        if (read === 0) {
          fsyncSync(output);
          return at - from;
        }
        for (let written = 0; written < read;) written += writeSync(output, piece, written, read - written);
        at += read;
      }
    } finally {
      closeSync(output);
    }
  } finally {
    closeSync(input);
  }
}
