import { useSyncExternalStore } from "react";

/** A toast shown since the page was loaded. */
export interface PastToast {
  readonly id: number;
  readonly message: string;
  readonly kind: "success" | "failure";
  readonly at: Date;
}

const maxToasts = 10;

let past: readonly PastToast[] = [];
let count = 0;
const listeners = new Set<() => void>();

export function rememberToast(message: string, kind: PastToast["kind"]): void {
  count += 1;
  set([{ id: count, message, kind, at: new Date() }, ...past].slice(0, maxToasts));
}

/** Clears the toasts, which contain one user's links, before another user signs in on the same page. */
export function forgetToasts(): void {
  set([]);
}

/** The latest toasts, newest first. */
export function usePastToasts(): readonly PastToast[] {
  return useSyncExternalStore(subscribe, () => past);
}

function set(next: readonly PastToast[]): void {
  past = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
