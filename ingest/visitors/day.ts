const dayMs = 24 * 60 * 60 * 1000;

/** Days of UTC since the epoch. */
export function dayOf(at: number): number {
  return Math.floor(at / dayMs);
}
