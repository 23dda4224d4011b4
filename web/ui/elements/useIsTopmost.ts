import { useEffect, useId, useSyncExternalStore } from "react";

const watchers = new Set<() => void>();
let open: readonly string[] = [];

function change(to: readonly string[]): void {
  open = to;
  for (const onChange of watchers) onChange();
}

function subscribe(onChange: () => void): () => void {
  watchers.add(onChange);
  return () => watchers.delete(onChange);
}

/** Returns whether this is the last opened of the open dialogs. */
export function useIsTopmost(isOpen: boolean): boolean {
  const id = useId();
  useEffect(() => {
    if (!isOpen) return;
    change([...open, id]);
    return () => change(open.filter((one) => one !== id));
  }, [id, isOpen]);
  return useSyncExternalStore(subscribe, () => open.at(-1) === id);
}
