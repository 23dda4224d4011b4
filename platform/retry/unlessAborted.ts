/** The promise's result, or null as soon as the signal is aborted; what the promise does then is nobody's business. */
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

/** The rejection is dealt with by whoever awaits the promise, later; until then it must not count as unhandled. */
export function quietly<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
