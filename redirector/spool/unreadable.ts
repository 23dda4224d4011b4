import { closeSync, fsyncSync, mkdirSync, openSync, readSync, renameSync, writeSync } from "node:fs";
import { unreadableFile, unreadableFolder } from "@hoplog/platform/spool/unreadableFiles.js";
import { syncFolder } from "../slots/syncFolder.ts";

/**
 * Copies the bytes of a chunk from `from` on to a file of unreadable bytes, synced to the disk, and returns their
 * number. Only after that may the chunk be deleted. Idempotent.
 */
export function setAside(spool: string, chunkId: string, chunk: string, from: number): number {
  const folder = unreadableFolder(spool);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const kept = unreadableFile(spool, chunkId);
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
