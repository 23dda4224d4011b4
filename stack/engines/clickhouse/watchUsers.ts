import { setTimeout as delay } from "node:timers/promises";
import { readAccountUsers } from "./analysts.ts";

/** Follows the accounts' users file, which the embedded engine reads only when it starts. */
export interface UsersWatch {
  /** The engine is about to start and will read the file as it is now. */
  starts(): void;
  /** From now on has the engine started again after a change; returns what ends that. */
  follow(restart: () => Promise<void>): () => void;
}

export interface UsersWatchOptions {
  /** The file is looked at this often, in milliseconds: changes in between are one. */
  pollMs?: number;
  /** At least so long between the beginnings of two restarts, in milliseconds. */
  restartIntervalMs?: number;
}

export function watchUsers(
  engineFolder: string,
  { pollMs = 300, restartIntervalMs = 10_000 }: UsersWatchOptions = {},
): UsersWatch {
  let read = "";
  return {
    starts() {
      read = readAccountUsers(engineFolder);
    },
    follow(restart) {
      const ending = new AbortController();
      let working = false;
      const catchUp = async () => {
        if (working) return;
        working = true;
        try {
          while (!ending.signal.aborted && readAccountUsers(engineFolder) !== read) {
            await restart();
            await delay(restartIntervalMs, undefined, { signal: ending.signal, ref: false });
          }
        } catch (error) {
          if (!ending.signal.aborted) throw error;
        } finally {
          working = false;
        }
      };
      const look = () => void catchUp();
      // Looked at by itself: a watcher of the system begins a little later than it says, and misses what comes before.
      const looking = setInterval(look, pollMs);
      looking.unref();
      look();
      return () => {
        ending.abort();
        clearInterval(looking);
      };
    },
  };
}
