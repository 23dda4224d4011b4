import { AsyncLocalStorage } from "node:async_hooks";

const current = new AsyncLocalStorage<string>();

/** Runs the work of one request; every line logged during it contains the request's id. */
export function withRequestId(id: string, work: () => void): void {
  current.run(id, work);
}

/** Returns the id of the current request; undefined outside of requests. */
export function currentRequestId(): string | undefined {
  return current.getStore();
}
