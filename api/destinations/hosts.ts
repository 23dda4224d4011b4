/** So long between two requests to one host. */
const gapMs = 1000;
/** Nobody is put off for longer. */
const putOffMaxMs = 7 * 24 * 60 * 60 * 1000;

/** Sees to it that no host is asked often, however many links lead there. In memory: after a restart it begins anew. */
export interface Hosts {
  isFree(host: string, nowMs: number): boolean;
  asked(host: string, nowMs: number): void;
  /** When there is time for one more of a host that has many waiting: each gets a later moment than the one before. */
  putOff(host: string, nowMs: number): number;
}

export function createHosts(): Hosts {
  const askedAt = new Map<string, number>();
  const nextAt = new Map<string, number>();
  /** What is over is forgotten: hosts are as many as there are in links. */
  function forget(nowMs: number): void {
    for (const [host, at] of askedAt) if (nowMs - at >= gapMs) askedAt.delete(host);
    for (const [host, at] of nextAt) if (at <= nowMs) nextAt.delete(host);
  }
  return {
    isFree: (host, nowMs) => nowMs - (askedAt.get(host) ?? -Infinity) >= gapMs,
    asked(host, nowMs) {
      forget(nowMs);
      askedAt.set(host, nowMs);
    },
    putOff(host, nowMs) {
      const at = Math.min(Math.max(nextAt.get(host) ?? 0, nowMs) + gapMs, nowMs + putOffMaxMs);
      nextAt.set(host, at);
      return at;
    },
  };
}
