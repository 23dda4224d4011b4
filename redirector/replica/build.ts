import { setImmediate as yieldTurn } from "node:timers/promises";
import type { LogRecord } from "@hoplog/platform/log/port.js";
import { isReadable } from "@hoplog/schema/topics/links/record.js";
import type { Database } from "lmdb";
import type { FeedState } from "./feedState.ts";
import { entryOfValue, isKept, isOther, isReplacedBy } from "./linkEntry.ts";
import { type Change, createSortedRuns } from "./sortedRuns.ts";

/** A replica that is made from a whole log: written in the order of the codes, which is what LMDB does fastest. */
export interface Build {
  /** Gives the number of records that could not be read, as a replica's `apply` does. */
  add(records: readonly LogRecord[]): number;
  /** Replaces what the replica holds. Killed in between, it starts anew: the position is written last. */
  finish(feed: FeedState): Promise<void>;
}

interface State {
  readonly code: string;
  readonly entry: Buffer;
}

/** So many codes go into one transaction; between two, the thread does other things. */
const codesAtOnce = 20_000;

/** How a build reaches the replica. */
export interface BuildTarget {
  /** Runs one transaction. */
  change<T>(work: () => T): Promise<T>;
  /** Within one. */
  write(feed: FeedState): void;
}

export function startBuild(folder: string, links: Database<Buffer, string>, { change, write }: BuildTarget): Build {
  const runs = createSortedRuns(folder);

  /** False when there are no more. */
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

/** The last state of each code that leads somewhere, as {@link isReplacedBy} orders them. */
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
