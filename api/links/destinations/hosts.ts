/** So long between two requests to one host. */
export const gapMs = 1000;
/** Nobody is put off for longer. */
const putOffMaxMs = 7 * 24 * 60 * 60 * 1000;

/** Sees to it that no host is asked often, however many links lead there. In memory: after a restart it begins anew. */
export interface Hosts {
  isFree(host: string, nowMs: number): boolean;
  /** Takes the next turn of a host, and gives in how many ms that is. Null where it is more than `maxMs`: none is taken then. */
  take(host: string, nowMs: number, maxMs: number): number | null;
  /** When there is time for one more of a host that has many waiting: each gets a later moment than the one before. */
  putOff(host: string, nowMs: number): number;
}

export function createHosts(): Hosts {
  /** The last turn that was taken, which may be to come. */
  const takenAt = new Map<string, number>();
  const nextAt = new Map<string, number>();
  /** What is over is forgotten: hosts are as many as there are in links. */
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
    putOff(host, nowMs) {
      const at = Math.min(Math.max(nextAt.get(host) ?? 0, nowMs) + gapMs, nowMs + putOffMaxMs);
      nextAt.set(host, at);
      return at;
    },
  };
}
