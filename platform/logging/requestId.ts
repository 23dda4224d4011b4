import { AsyncLocalStorage } from "node:async_hooks";

const current = new AsyncLocalStorage<string>();

/** Does the work of one request: every line that is logged meanwhile has its id. */
export function withRequestId(id: string, work: () => void): void {
  current.run(id, work);
}

/** The id of the request that is being answered; undefined outside of one. */
export function currentRequestId(): string | undefined {
  return current.getStore();
}
