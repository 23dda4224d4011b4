/**
 * Resolves with the promise's result, or with null as soon as the signal is aborted; the promise's later result is
 * ignored.
 */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | null> {
  void quietly(promise);
  if (signal.aborted) return null;
  let done = (): void => {};
  const aborted = new Promise<null>((resolve) => {
    done = () => resolve(null);
    signal.addEventListener("abort", done);
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", done);
  }
}

/** Marks a promise's rejection as handled, because a caller awaits the promise only later. */
export function quietly<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
