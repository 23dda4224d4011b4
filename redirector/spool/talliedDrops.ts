import type { SettledTallies } from "./tallyFile.ts";

/** Counts the dropped requests of a redirector that its running listeners do not report; counts each tally once. */
export interface TalliedDrops {
  /** Marks a tally as belonging to a running listener of this process, which reports its own drops. */
  claim(id: string): void;
  /** Adds the requests in the tally of an ended listener of this process, according to its last report. */
  end(id: string, requests: number): void;
  /** Adds tallies of ended processes after an attempt to move the tallies to chunks. */
  settle(tallies: SettledTallies): void;
  total(): number;
}

interface Known {
  requests: number;
  isCounted: boolean;
  /** Number of requests in the tally when a listener of this process continued it; another redirector counts these. */
  foreign: number;
}

/** Maximum time for which a listener outlives its redirector, in milliseconds. */
const endingMs = 5000;

/**
 * Counts the tallies of this process's listeners and those last written before or shortly after this process started
 * (`since`, in milliseconds since the epoch). If several redirectors share a spool, each later tally is counted by its
 * own redirector.
 */
export function createTalliedDrops(since: number): TalliedDrops {
  const tallies = new Map<string, Known>();

  function knownTally(id: string): Known {
    const known = tallies.get(id) ?? { requests: 0, isCounted: false, foreign: 0 };
    tallies.set(id, known);
    return known;
  }

  function claim(id: string): Known {
    const known = knownTally(id);
    if (!known.isCounted) known.foreign = known.requests;
    known.isCounted = true;
    return known;
  }

  /** Raises a tally's requests; never lowers them, even if some were written to the disk after the last report. */
  function raise(known: Known, requests: number): void {
    known.requests = Math.max(known.requests, requests);
  }

  return {
    claim: (id) => void claim(id),
    end: (id, requests) => raise(claim(id), requests),
    settle(settled) {
      for (const { id, requests, writtenAt } of settled) {
        const known = writtenAt < since + endingMs ? claim(id) : knownTally(id);
        raise(known, requests);
      }
    },
    total: () =>
      [...tallies.values()].reduce(
        (sum, { requests, isCounted, foreign }) => sum + (isCounted ? requests - foreign : 0),
        0,
      ),
  };
}
