export interface RestartPolicy {
  /**
   * Returns how long to wait, in milliseconds, before restarting something that ended unexpectedly after `uptimeMs`,
   * which is 0 if it failed to start.
   */
  delayAfter(uptimeMs: number): number;
  /** Resets the delay, so that the next failure counts as the first one. */
  reset(): void;
}

const firstPauseMs = 100;
const maxPauseMs = 5000;
/** Uptime in milliseconds after which the next failure counts as the first one. */
const stableAfterMs = 2000;

/**
 * Decides when to restart processes and threads that end unexpectedly: immediately at first, then with increasing
 * delays.
 */
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
