/** Lets one reader sleep until something may have happened; a wake-up while it is awake is not lost. */
export interface WakeUps {
  wake(): void;
  /** Resolves at the next wake-up, after `timeoutMs`, or when the signal is aborted. Never rejects. */
  sleep(timeoutMs: number, signal: AbortSignal): Promise<void>;
}

export function createWakeUps(): WakeUps {
  let pending = false;
  let wakeSleeper: (() => void) | null = null;
  return {
    wake() {
      pending = true;
      wakeSleeper?.();
    },
    async sleep(timeoutMs, signal) {
      if (!pending && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const done = (): void => {
            clearTimeout(timer);
            signal.removeEventListener("abort", done);
            wakeSleeper = null;
            resolve();
          };
          const timer = setTimeout(done, timeoutMs);
          signal.addEventListener("abort", done);
          wakeSleeper = done;
        });
      }
      pending = false;
    },
  };
}
