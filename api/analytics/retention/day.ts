const dayMs = 24 * 60 * 60 * 1000;

/** The day of UTC that an instant lies in, as `2026-11-25`. */
export function utcDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** Single clicks before this day (UTC) are removed where they are kept for so many whole days. */
export function cutDayOf(now: Date, days: number): string {
  return utcDay(new Date(now.getTime() - days * dayMs));
}

/** The earlier and the later of two days. */
export const earlier = (a: string, b: string): string => (a < b ? a : b);
export const later = (a: string, b: string): string => (a > b ? a : b);
