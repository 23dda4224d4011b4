import { getEnvironmentData, setEnvironmentData } from "node:worker_threads";

const key = "hoplog lost log lines";

/** Counter that the process shares with the threads that it starts afterwards. */
const count = new Int32Array(sharedBuffer());

function sharedBuffer(): SharedArrayBuffer {
  const inherited: unknown = getEnvironmentData(key);
  if (inherited instanceof SharedArrayBuffer) return inherited;
  const own = new SharedArrayBuffer(4);
  // The types don't include shared memory here, but Node passes shared memory to threads.
  setEnvironmentData(key, own);
  return own;
}

export function countLostLine(): void {
  Atomics.add(count, 0, 1);
}

/** Returns how many log lines of this process were lost since its start. */
export function lostLogLines(): number {
  return Atomics.load(count, 0);
}
