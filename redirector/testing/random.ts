/** Reproducible random numbers from a seed (mulberry32). */
export interface Random {
  /** Returns an integer in [0, limit). */
  below(limit: number): number;
  pick<T>(values: readonly [T, ...T[]]): T;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
  return { below, pick: (values) => values[below(values.length)] ?? values[0] };
}
