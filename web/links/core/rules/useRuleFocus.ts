import { useLayoutEffect, useRef, useState } from "react";

/** What of a rule can have the focus after the list has changed. */
export type FocusTarget = "name" | "toggle" | "up" | "down" | "add";

/** A button at the end of the list can do no more: then its counterpart has the focus. */
const instead: Readonly<Record<string, FocusTarget>> = { up: "down", down: "up" };

/** Keeps the focus where it belongs while rules are moved, added and deleted, and says what has happened. */
export function useRuleFocus() {
  const list = useRef<HTMLDivElement>(null);
  const wanted = useRef<{ key: string; target: FocusTarget } | null>(null);
  const [announcement, announce] = useState("");

  // After each rendering, as the one with the change is not told apart from others.
  useLayoutEffect(() => {
    if (!wanted.current) return;
    const { key, target } = wanted.current;
    const within = key === "" ? list.current : list.current?.querySelector<HTMLElement>(`[data-rule="${key}"]`);
    const find = (name: string) => within?.querySelector<HTMLElement>(`[data-focus="${name}"]:not(:disabled)`);
    const found = find(target) ?? find(instead[target] ?? "");
    if (!found) return;
    wanted.current = null;
    found.focus();
  });

  const focusLater = (key: string, target: FocusTarget) => {
    wanted.current = { key, target };
  };
  return { list, announcement, announce, focusLater };
}
