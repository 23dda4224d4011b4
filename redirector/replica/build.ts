import { setImmediate as yieldTurn } from "node:timers/promises";
import type { LogRecord } from "@hoplog/platform/log/port.js";
import { isReadable } from "@hoplog/schema/topics/links/record.js";
import type { Database } from "lmdb";
import type { FeedState } from "./feedState.ts";
import { entryOfValue, isKept, isOther, isReplacedBy } from "./linkEntry.ts";
import { type Change, createSortedRuns } from "./sortedRuns.ts";

/** Builds a replica from a whole log, in the order of the codes, which is fastest for LMDB. */
export interface Build {
  /** Adds records and returns the number of unreadable ones, like a replica's `apply`. */
  add(records: readonly LogRecord[]): number;
  /**
   * Replaces the replica's contents. If the process is killed before the end, the next start repeats the build, because
   * the position is written last.
   */
  finish(feed: FeedState): Promise<void>;
}

interface State {
  readonly code: string;
  readonly entry: Buffer;
}

/** Codes per transaction; the thread can do other work between two transactions. */
const codesAtOnce = 20_000;

/** Access of a build to the replica. */
export interface BuildTarget {
  /** Runs one transaction. */
  change<T>(work: () => T): Promise<T>;
  /** Writes the feed state; call only within a transaction. */
  write(feed: FeedState): void;
}

export function startBuild(folder: string, links: Database<Buffer, string>, { change, write }: BuildTarget): Build {
  const runs = createSortedRuns(folder);

  /** Writes the next codes; returns false if there are none. */
  function writeNext(states: Iterator<State>): boolean {
    for (let count = 0; count < codesAtOnce; count++) {
      const next = states.next();
      if (next.done) return false;
      links.putSync(next.value.code, next.value.entry, { append: true });
    }
    return true;
  }

  return {
    add(records) {
      let unreadable = 0;
      for (const { key, value } of records) {
        if (key === null || !isKept(key)) continue;
        const entry = value && entryOfValue(value);
        if (entry && !isOther(key) && !isReadable(entry, 0, entry.length)) unreadable++;
        runs.add(key, entry);
      }
      return unreadable;
    },
    async finish(feed) {
      await change(() => {
        links.clearSync();
        write({ ...feed, position: null });
      });
      const states = presentStates(runs.read());
      while (await change(() => writeNext(states))) await yieldTurn();
      await change(() => write(feed));
      runs.remove();
    },
  };
}

/** Yields the final state of each code that is not deleted; {@link isReplacedBy} decides which state wins. */
function* presentStates(changes: Iterable<Change>): Generator<State> {
  let code = "";
  let present: Buffer | null = null;
  for (const change of changes) {
    if (change.code !== code) {
      if (present) yield { code, entry: present };
      code = change.code;
      present = null;
    }
    if (change.entry === null) present = null;
    else if (present === null || isReplacedBy(present, change.entry)) present = Buffer.from(change.entry);
  }
  if (present) yield { code, entry: present };
}
