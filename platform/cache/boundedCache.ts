export interface BoundedCache<K, V> {
  /** The value kept for the key; the one that `make` returns where there is none. */
  get(key: K, make: (key: K) => V): V;
  clear(): void;
}

/**
 * Holds at most `most` entries in two generations: when the younger one is half of that, the older one goes. What was
 * used since the last change stays, at the cost of a plain Map.
 */
export function createBoundedCache<K, V>(most: number): BoundedCache<K, V> {
  const half = Math.max(1, Math.floor(most / 2));
  let young = new Map<K, V>();
  let old = new Map<K, V>();
  return {
    get(key, make) {
      const known = young.get(key);
      if (known !== undefined) return known;
      const value = old.get(key) ?? make(key);
      if (young.size >= half) {
        old = young;
        young = new Map();
      }
      young.set(key, value);
      return value;
    },
    clear() {
      young = new Map();
      old = new Map();
    },
  };
}
