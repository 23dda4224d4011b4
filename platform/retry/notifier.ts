/** Lets one reader wait for notifications; one that arrives between two waits is not lost. */
export interface Notifier {
  notify(): void;
  /** Resolves at the next notification, after `timeoutMs`, or when the signal is aborted. Never rejects. */
  wait(timeoutMs: number, signal: AbortSignal): Promise<void>;
}

export function createNotifier(): Notifier {
  let pending = false;
  let resolveWait: (() => void) | null = null;
  return {
    notify() {
      pending = true;
      resolveWait?.();
    },
    async wait(timeoutMs, signal) {
      if (!pending && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const done = (): void => {
            clearTimeout(timer);
            signal.removeEventListener("abort", done);
            resolveWait = null;
            resolve();
          };
          const timer = setTimeout(done, timeoutMs);
          signal.addEventListener("abort", done);
          resolveWait = done;
        });
      }
      pending = false;
    },
  };
}
