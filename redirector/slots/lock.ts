import { createRequire } from "node:module";
import type { DatabaseSync } from "node:sqlite";

/** A lock on a file that is held until it is released or the process ends in any way. */
export interface FileLock {
  release(): void;
}

/** References to the connections of all held locks, because a garbage-collected connection releases its lock. */
const locked = new Set<DatabaseSync>();

let Database: typeof DatabaseSync | undefined;

/**
 * Takes the lock on a file, which is created if missing and stays empty; returns null if another process has it.
 * SQLite's locks are the kernel's byte-range locks: they end with their process and work between containers that share
 * a volume. (Node itself has no file locks.) Throws if the file can't be opened.
 */
export function tryLock(path: string): FileLock | null {
  Database ??= loadSqlite();
  const database = new Database(path, { timeout: 0 });
  try {
    // The journal is in memory, because a full disk would not accept one; Node rejects `OFF`.
    database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    if (error instanceof Error && /locked|busy/i.test(error.message)) return null;
    throw error;
  }
  locked.add(database);
  return {
    release() {
      if (locked.delete(database)) database.close();
    },
  };
}

/**
 * Loads SQLite when first needed and suppresses Node's warning about the experimental module, which would appear in
 * every log.
 */
function loadSqlite(): typeof DatabaseSync {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    const sqlite: { readonly DatabaseSync: typeof DatabaseSync } = createRequire(import.meta.url)("node:sqlite");
    return sqlite.DatabaseSync;
  } finally {
    process.emitWarning = emitWarning;
  }
}
