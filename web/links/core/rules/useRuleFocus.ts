import { useLayoutEffect, useRef, useState } from "react";

/** Elements of a rule that can get focus after the list has changed. */
export type FocusTarget = "name" | "toggle" | "up" | "down" | "add";

/** Buttons that get the focus instead of one that is disabled because the rule is first or last. */
const instead: Readonly<Record<string, FocusTarget>> = { up: "down", down: "up" };

/** Manages the focus and announcements while rules are moved, added and deleted. */
export function useRuleFocus() {
  const list = useRef<HTMLDivElement>(null);
  const wanted = useRef<{ key: string; target: FocusTarget } | null>(null);
  const [announcement, announce] = useState("");

  // Runs after every render, because the render with the change can't be identified.
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
