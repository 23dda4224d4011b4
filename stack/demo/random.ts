/**
 * Returns a generator of deterministic pseudo-random numbers from 0 (included) to 1 (excluded), by the algorithm
 * Mulberry32, so that the demo looks the same each time.
 */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Draws an item with a probability proportional to its weight. Throws a RangeError if there are no items. */
export function pick<T>(items: readonly (readonly [weight: number, item: T])[], random: () => number): T {
  let left = random() * items.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, item] of items) {
    left -= weight;
    if (left < 0) return item;
  }
  const last = items.at(-1);
  if (!last) throw new RangeError("the list to pick from is empty");
  return last[1];
}
