/** How long a `Retry-After` header wants to be waited for from now on, in milliseconds; negative for a date that is past, null for none. */
export function retryAfterMs(given: string | undefined, now: Date): number | null {
  const text = given?.trim() ?? "";
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime();
  return Number.isFinite(ms) ? ms : null;
}
