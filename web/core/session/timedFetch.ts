import { limits } from "@hoplog/schema/limits.js";

/** Like fetch, but rejects with a TimeoutError after `limits.requestTimeoutMs`. */
export const timedFetch: typeof fetch = (input, init) => {
  const timeout = AbortSignal.timeout(limits.requestTimeoutMs);
  const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  return fetch(input, { ...init, signal });
};
