/** What takes long is asked for less often: a tenth of the time at most is spent on it. */
const pauseFactor = 9;

export interface PacedRefresh {
  /** Asks now, or once the pause is over. Never fails: what is on the screen stays. */
  refresh(): Promise<void>;
  /** Ends the pause without asking again. */
  stop(): void;
}

/** Asks anew each time it is told to, but with a pause after each answer; always once more after the last time. */
export function pacedRefresh(ask: () => Promise<unknown>): PacedRefresh {
  let pause: ReturnType<typeof setTimeout> | undefined;
  let busy = false;
  let again = false;
  async function refresh(): Promise<void> {
    again = busy;
    if (busy) return;
    busy = true;
    const startedAt = performance.now();
    await ask().catch(() => undefined);
    pause = setTimeout(next, (performance.now() - startedAt) * pauseFactor);
  }
  function next(): void {
    busy = false;
    if (again) void refresh();
  }
  return {
    refresh,
    stop() {
      clearTimeout(pause);
      busy = false;
      again = false;
    },
  };
}
