import { closeSync, constants, existsSync, openSync, readSync, writeSync } from "node:fs";
import path from "node:path";
import { bunRuntime } from "../transport/bunRuntime.ts";

/** Counts the changes of a replica in a file beside it, which readers map into memory. */
export interface VersionWriter {
  /** Increments the count; call after each change, when readers can see it. Throws file system errors. */
  bump(): void;
  close(): void;
}

const fileName = "version";
const size = 4;

/** Opens the counter and increments it: an earlier writer may have been killed between a change and its increment. */
export function openVersionWriter(folder: string): VersionWriter {
  const file = openSync(path.join(folder, fileName), constants.O_RDWR | constants.O_CREAT, 0o600);
  const bytes = Buffer.alloc(size);
  const bump = (): void => {
    readSync(file, bytes, 0, size, 0);
    bytes.writeUInt32LE((bytes.readUInt32LE() + 1) >>> 0);
    writeSync(file, bytes, 0, size, 0);
  };
  bump();
  return { bump, close: () => closeSync(file) };
}

/**
 * Returns a function that reads the current number of changes without a system call; null if there is no counter or the
 * runtime can't map files into memory.
 */
export function openVersionReader(folder: string): (() => number) | null {
  const file = path.join(folder, fileName);
  const bytes = existsSync(file) ? bunRuntime()?.mmap(file) : undefined;
  if (!bytes || bytes.length < size) return null;
  const version = new Uint32Array(bytes.buffer, bytes.byteOffset, 1);
  return () => version[0] ?? 0;
}
