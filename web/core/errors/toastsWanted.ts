import { useSyncExternalStore } from "react";

let needed = false;
const listeners = new Set<() => void>();

/** From now on there must be a place for toasts; those shown before it stands wait for it. */
export function requireToastHost(): void {
  needed = true;
  for (const listener of listeners) listener();
}

export function useNeedsToastHost(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => needed,
    () => false,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
