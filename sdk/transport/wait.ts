/** Waits for `ms` milliseconds; rejects with the signal's reason if aborted. */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const leave = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", leave);
      resolve();
    }, ms);
    signal?.addEventListener("abort", leave, { once: true });
  });
}

/**
 * Returns the milliseconds before a retry: `first`, doubled with each attempt up to 8 s, and reduced by up to half at
 * random, so that clients don't retry simultaneously.
 */
export function backoff(attempt: number, first: number): number {
  return Math.min(first * 2 ** attempt, 8000) * (0.5 + Math.random() / 2);
}

/**
 * Converts a `Retry-After` header, which is a number of seconds or a date, to seconds; undefined if missing or invalid.
 */
export function retryAfterOf(header: string | null, now = Date.now()): number | undefined {
  if (header === null || header.trim() === "") return undefined;
  const seconds = /^\s*\d+\s*$/.test(header)
    ? Number(header)
    : ((/[a-z]{3}/i.test(header) ? Date.parse(header) : Number.NaN) - now) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}
