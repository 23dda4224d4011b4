export interface Rounds {
  /** Ends them; resolves when the one under way is over. */
  stop(): Promise<void>;
}

/**
 * Does something at once, and again every `everyMs` milliseconds, but never twice at the same time. The process may end
 * meanwhile. A round that fails is told, and the next one comes all the same.
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
