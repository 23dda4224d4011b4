export interface Rounds {
  /** Stops the rounds; resolves when the running one has finished. */
  stop(): Promise<void>;
}

/**
 * Runs `round` immediately, and again every `everyMs` milliseconds, but never twice at the same time. The timer does
 * not keep the process alive. An error is passed to `onError`, and the next round still runs.
 */
export function startRounds(everyMs: number, round: () => Promise<void>, onError: (error: unknown) => void): Rounds {
  let running: Promise<void> | undefined;
  const next = (): void => {
    running ??= round()
      .catch(onError)
      .finally(() => (running = undefined));
  };
  const timer = setInterval(next, everyMs);
  timer.unref();
  next();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
