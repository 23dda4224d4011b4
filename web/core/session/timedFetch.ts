import { limits } from "@hoplog/schema/limits.js";

/** fetch that gives up after `limits.requestTimeoutMs` with a TimeoutError. */
export const timedFetch: typeof fetch = (input, init) => {
  const timeout = AbortSignal.timeout(limits.requestTimeoutMs);
  const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  return fetch(input, { ...init, signal });
};
