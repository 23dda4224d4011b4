import { createRequire } from "node:module";
import type { DatabaseSync } from "node:sqlite";

/** A lock on a file, held until it is released or the process ends, however it ends. */
export interface FileLock {
  release(): void;
}

/** Kept reachable: a connection that is collected as garbage gives its lock away. */
const locked = new Set<DatabaseSync>();

let Database: typeof DatabaseSync | undefined;

/**
 * Takes the lock on a file, which is made where it is missing and stays empty; null when somebody else has it. SQLite's
 * locks are the kernel's byte-range locks: they go when their process does and hold between containers that share a
 * volume. (Node itself offers no lock on files.) Throws when the file can't be opened.
 */
export function tryLock(path: string): FileLock | null {
  Database ??= loadSqlite();
  const database = new Database(path, { timeout: 0 });
  try {
    // A journal on the disk could not be begun on a full one; Node refuses to go without any (OFF).
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

/** Loaded when first needed, without Node's notice that the module is new: it would stand in every log. */
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
