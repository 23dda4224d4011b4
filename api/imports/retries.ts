/** Tries of one question in a row that fail; being asked to wait is no failure. */
export const failuresMax = 6;

/** When a source is asked again: `retryAfter` in seconds, as it wants it; null: later after each failure. */
export function retryAt(now: Date, failed: number, retryAfter: number | null): Date {
  return new Date(now.getTime() + (retryAfter ?? 2 ** failed) * 1000);
}
