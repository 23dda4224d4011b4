/** Returns a function that loads a value at its first call and returns the same promise to every caller. */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined;
  return () => (answer ??= load());
}
