import { useSyncExternalStore } from "react";

let needed = false;
const listeners = new Set<() => void>();

/** Requests that ToastHost is rendered; toasts that are shown before that are queued. */
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
