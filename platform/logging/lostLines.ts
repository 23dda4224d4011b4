import { getEnvironmentData, setEnvironmentData } from "node:worker_threads";

const key = "hoplog lost log lines";

/** One number for the process and the threads that it starts from now on. */
const count = new Int32Array(sharedBuffer());

function sharedBuffer(): SharedArrayBuffer {
  const inherited: unknown = getEnvironmentData(key);
  if (inherited instanceof SharedArrayBuffer) return inherited;
  const own = new SharedArrayBuffer(4);
  // The types know no shared memory here; Node hands it on to threads as it is.
  setEnvironmentData(key, own);
  return own;
}

export function countLostLine(): void {
  Atomics.add(count, 0, 1);
}

/** Lines of this process' log that were lost since its start. */
export function lostLogLines(): number {
  return Atomics.load(count, 0);
}
