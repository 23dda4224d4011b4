/** Tries of one question in a row that fail; being asked to wait is no failure. */
const failuresMax = 6;

interface NextTry {
  /** Failures in a row, with this one. */
  readonly failed: number;
  /** Null: it is given up. */
  readonly at: Date | null;
}

/**
 * When a source is asked again after a failure: `retryAfter` in seconds, as it wants it; null: later after each failure; undefined:
 * another try is of no use.
 */
export function nextTry(now: Date, failures: number, retryAfter: number | null | undefined): NextTry {
  const failed = failures + (typeof retryAfter === "number" ? 0 : 1);
  if (retryAfter === undefined || failed >= failuresMax) return { failed, at: null };
  return { failed, at: new Date(now.getTime() + (retryAfter ?? 2 ** failed) * 1000) };
}
