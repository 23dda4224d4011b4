import { useSyncExternalStore } from "react";

let wanted = false;
const listeners = new Set<() => void>();

/** From now on there must be a place for toasts; those shown before it stands wait for it. */
export function wantToasts(): void {
  wanted = true;
  for (const listener of listeners) listener();
}

export function useToastsWanted(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => wanted,
    () => false,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
