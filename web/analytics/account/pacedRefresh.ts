/** Pause after a query as a multiple of its duration, so that querying takes at most a tenth of the time. */
const pauseFactor = 9;

export interface PacedRefresh {
  /**
   * Queries immediately, or once the pause after the last query is over. Never rejects: after a failure, the page keeps
   * its data.
   */
  refresh(): Promise<void>;
  /** Ends the pause without another query. */
  stop(): void;
}

/** Limits the rate of `ask`: pauses after each response, then queries once more if `refresh` was called meanwhile. */
export function pacedRefresh(ask: () => Promise<unknown>): PacedRefresh {
  let pause: ReturnType<typeof setTimeout> | undefined;
  let busy = false;
  let again = false;
  /** Number of calls of `stop`: a query that was sent before the latest call starts no pause. */
  let stops = 0;
  async function refresh(): Promise<void> {
    again = busy;
    if (busy) return;
    busy = true;
    const startedAt = performance.now();
    const stopsBefore = stops;
    await ask().catch(() => undefined);
    if (stops === stopsBefore) pause = setTimeout(next, (performance.now() - startedAt) * pauseFactor);
  }
  function next(): void {
    busy = false;
    if (again) void refresh();
  }
  return {
    refresh,
    stop() {
      clearTimeout(pause);
      stops++;
      busy = false;
      again = false;
    },
  };
}
