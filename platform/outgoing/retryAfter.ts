/**
 * Returns the milliseconds to wait according to a `Retry-After` header; negative for a date in the past, null if there
 * is none or it is invalid.
 */
export function retryAfterMs(given: string | undefined, now: Date): number | null {
  const text = given?.trim() ?? "";
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime();
  return Number.isFinite(ms) ? ms : null;
}
