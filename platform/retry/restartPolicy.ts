export interface RestartPolicy {
  /**
   * How long to wait, in milliseconds, before something that has ended by itself is started again. It had run for so
   * long; 0 where it did not get that far.
   */
  delayAfter(uptimeMs: number): number;
  /** The next death counts as the first. */
  reset(): void;
}

const firstPauseMs = 100;
const maxPauseMs = 5000;
/** After a longer uptime the next death counts as the first. */
const stableAfterMs = 2000;

/** When processes and threads that die are started again: the first time at once, in a row of deaths ever later. */
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
