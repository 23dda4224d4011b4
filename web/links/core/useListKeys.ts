import { useCallback, useEffect, useRef } from "react";
import { copyShortUrl } from "./copyShortUrl.ts";
import type { ListedLink } from "./listedLink.ts";
import type { RowActions, RowsProps } from "./rowActions.ts";
import { isCovered, isTyping } from "./keys/keyTarget.ts";
import { commandOf, type ListCommand } from "./keys/shortcuts.ts";

interface ListKeys {
  links: readonly ListedLink[];
  /** The link that keyboard shortcuts act on; still set after the link has left the list. */
  currentId: string | null;
  onCurrent: (id: string) => void;
  /** Whether a dialog is open above the list. */
  isCovered: boolean;
  singleKeys: boolean;
  on: RowActions;
  scroller: RowsProps["scroller"];
  onSearch: () => void;
  onHelp: () => void;
  onClear: () => void;
}

/**
 * Handles keyboard shortcuts of the list. The current row has DOM focus, so that screen readers follow it. Shortcuts
 * are ignored while the user types or a dialog is open. Returns a callback for rendered rows, which focuses the row
 * that is waiting for the focus.
 */
export function useListKeys(keys: ListKeys): () => void {
  const { links, currentId, scroller } = keys;
  /** The current link's last index, in case it leaves the list. */
  const place = useRef(0);
  /** The row to focus once it is rendered. */
  const awaited = useRef<string | null>(null);

  const index = links.findIndex(({ id }) => id === currentId);
  useEffect(() => {
    if (index >= 0) place.current = index;
  }, [index]);

  const onDrawn = useCallback(() => {
    const id = awaited.current;
    const row = id === null ? null : document.querySelector<HTMLElement>(`[data-link="${CSS.escape(id)}"]`);
    if (!row) return;
    awaited.current = null;
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
  }, []);

  // A closing dialog loses the focus, so the focus is returned to the row.
  const wasCovered = useRef(keys.isCovered);
  useEffect(() => {
    if (wasCovered.current && !keys.isCovered && document.activeElement === document.body) {
      awaited.current = currentId;
      onDrawn();
      awaited.current = null;
    }
    wasCovered.current = keys.isCovered;
  }, [keys.isCovered, currentId, onDrawn]);

  const goTo = (target: number) => {
    const link = links[Math.max(0, Math.min(links.length - 1, target))];
    if (!link) return;
    awaited.current = link.id;
    keys.onCurrent(link.id);
    onDrawn();
    if (awaited.current !== null) scroller.scrollTo?.(links.indexOf(link));
  };

  /** Runs a command; returns whether it was handled. */
  const run = (command: ListCommand, link: ListedLink | undefined): boolean => {
    switch (command) {
      case "next":
        // If the current link has left the list, the next one is the link in its place.
        goTo(index >= 0 ? index + 1 : currentId === null ? 0 : place.current);
        return true;
      case "previous":
        goTo(index >= 0 ? index - 1 : place.current - 1);
        return true;
      case "search":
        keys.onSearch();
        return true;
      case "help":
        keys.onHelp();
        return true;
      case "clear":
        keys.onClear();
        return true;
      default:
        if (!link) return false;
        forLink(command, link, keys.on);
        return true;
    }
  };

  const latest = useRef<(event: KeyboardEvent) => void>(() => undefined);
  useEffect(() => {
    latest.current = (event) => {
      if (event.defaultPrevented || isTyping(event.target) || isCovered()) return;
      const command = commandOf(event, keys.singleKeys);
      if (command === null) return;
      const link = links[index];
      // Enter on a button within the row presses the button.
      if (command === "details" && !(event.target instanceof HTMLElement && event.target.dataset["link"])) return;
      if (run(command, link)) event.preventDefault();
    };
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => latest.current(event);
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);

  return onDrawn;
}

function forLink(command: ListCommand, link: ListedLink, on: RowActions): void {
  if (command === "select" || command === "selectRange") on.select(link, command === "selectRange");
  if (command === "edit") on.edit(link);
  if (command === "toggle") on.toggle(link);
  if (command === "details") on.analytics(link);
  if (command === "copy") void copyShortUrl(link.fullShortUrl);
}
