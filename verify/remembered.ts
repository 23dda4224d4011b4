/** Asks once for each set of arguments. */
export function remembered<A extends unknown[], T>(work: (...args: A) => Promise<T>): (...args: A) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (...args) => {
    const key = JSON.stringify(args);
    const found = known.get(key) ?? work(...args);
    known.set(key, found);
    return found;
  };
}
