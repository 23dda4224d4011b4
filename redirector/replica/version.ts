import { closeSync, constants, existsSync, openSync, readSync, writeSync } from "node:fs";
import path from "node:path";
import { bunRuntime } from "../transport/bunRuntime.ts";

/** Counts the changes of a replica, in a file beside it that readers have in their memory. */
export interface VersionWriter {
  /** To be called after each change, when readers can see it. Throws when it can't be noted. */
  bump(): void;
  close(): void;
}

const fileName = "version";
const size = 4;

/** Counts once at once: whoever wrote before may have been killed between a change and its count. */
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
 * Reads the count of changes as it is at this moment, without a call to the system; null where nobody counts, and where
 * the runtime can't share a file's memory.
 */
export function openVersionReader(folder: string): (() => number) | null {
  const file = path.join(folder, fileName);
  const bytes = existsSync(file) ? bunRuntime()?.mmap(file) : undefined;
  if (!bytes || bytes.length < size) return null;
  const version = new Uint32Array(bytes.buffer, bytes.byteOffset, 1);
  return () => version[0] ?? 0;
}
