export interface RestartPolicy {
  /**
   * Returns how long to wait, in milliseconds, before restarting something that ended unexpectedly after `uptimeMs`,
   * which is 0 if it failed to start.
   */
  delayAfter(uptimeMs: number): number;
  /** Makes the next failure count as the first one. */
  reset(): void;
}

const firstPauseMs = 100;
const maxPauseMs = 5000;
/** After a longer uptime the next failure counts as the first one. */
const stableAfterMs = 2000;

/** Decides when to restart processes and threads that die: immediately at first, then with increasing delays. */
export function createRestartPolicy(): RestartPolicy {
  let deaths = 0;
  return {
    delayAfter(uptimeMs) {
      deaths = uptimeMs > stableAfterMs ? 1 : deaths + 1;
      return deaths === 1 ? 0 : Math.min(firstPauseMs * 2 ** (deaths - 2), maxPauseMs);
    },
    reset() {
      deaths = 0;
    },
  };
}
