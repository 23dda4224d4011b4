/** Minimum time between two requests to one host (ms). */
export const gapMs = 1000;
/** Maximum delay of a postponed request (ms). */
const postponeMaxMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Limits the rate of requests per host, however many links have the host as their destination. The state is in memory,
 * so a restart resets it.
 */
export interface Hosts {
  isFree(host: string, nowMs: number): boolean;
  /**
   * Reserves the next turn of a host, and returns the time until then (ms). Returns null, without a reservation, if
   * that is more than `maxMs`.
   */
  take(host: string, nowMs: number, maxMs: number): number | null;
  /** Returns when to retry a request to a busy host: each call returns a later time than the one before. */
  postpone(host: string, nowMs: number): number;
}

export function createHosts(): Hosts {
  /** The last reserved turn, which may be in the future. */
  const takenAt = new Map<string, number>();
  const nextAt = new Map<string, number>();
  /** Deletes past entries: there may be as many hosts as links. */
  function forget(nowMs: number): void {
    for (const [host, at] of takenAt) if (nowMs - at >= gapMs) takenAt.delete(host);
    for (const [host, at] of nextAt) if (at <= nowMs) nextAt.delete(host);
  }
  const waitOf = (host: string, nowMs: number) => Math.max(0, (takenAt.get(host) ?? -Infinity) + gapMs - nowMs);
  return {
    isFree: (host, nowMs) => waitOf(host, nowMs) === 0,
    take(host, nowMs, maxMs) {
      const ms = waitOf(host, nowMs);
      if (ms > maxMs) return null;
      forget(nowMs);
      takenAt.set(host, nowMs + ms);
      return ms;
    },
    postpone(host, nowMs) {
      const at = Math.min(Math.max(nextAt.get(host) ?? 0, nowMs) + gapMs, nowMs + postponeMaxMs);
      nextAt.set(host, at);
      return at;
    },
  };
}
