/** Maximum cached results, to limit the memory for one account's figures. */
const maxRemembered = 200;

/** Caches results by arguments; evicts the least recently used of more than 200 results. */
export function remembered<A extends unknown[], T>(work: (...args: A) => Promise<T>): (...args: A) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (...args) => {
    const key = JSON.stringify(args);
    const found = known.get(key) ?? work(...args);
    known.delete(key);
    known.set(key, found);
    for (const oldest of known.keys()) {
      if (known.size <= maxRemembered) break;
      known.delete(oldest);
    }
    return found;
  };
}
