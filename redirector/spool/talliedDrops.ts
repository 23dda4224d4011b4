import type { SettledTallies } from "./tallyFile.ts";

/** The dropped requests of a redirector that its living listeners do not report, by tally: each tally is counted once. */
export interface TalliedDrops {
  /** A living listener of this process counts in this tally, and reports its own drops. */
  claim(id: string): void;
  /** A listener of this process has ended and left so many requests in its tally, according to its last report. */
  end(id: string, requests: number): void;
  /** Somebody has made chunks of tallies whose processes had ended, or tried to. */
  settle(tallies: SettledTallies): void;
  total(): number;
}

interface Known {
  requests: number;
  isCounted: boolean;
  /** Requests in the tally when a listener of this process continued it: another redirector counts them. */
  foreign: number;
}

/** Listeners outlive their redirector by less than this, in milliseconds. */
const endingMs = 5000;

/**
 * Counts the tallies of this process' own listeners, and those that were last written to before this process began (`since`,
 * in milliseconds since the epoch). The redirector of a tally that was written to later counts it, if several share a spool.
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

  /** A counter never decreases, also if the disk took some of the requests after the last report. */
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
