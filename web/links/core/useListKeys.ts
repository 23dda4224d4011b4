import { useCallback, useEffect, useRef } from "react";
import { copyShortUrl } from "./copyText.ts";
import type { ListedLink } from "./listedLink.ts";
import type { RowActions, RowsProps } from "./rowActions.ts";
import { isCovered, isTyping } from "./keys/keyTarget.ts";
import { commandOf, type ListCommand } from "./keys/shortcuts.ts";

interface ListKeys {
  links: readonly ListedLink[];
  /** The link that the keyboard is at, or was at before it left the list. */
  currentId: string | null;
  onCurrent: (id: string) => void;
  /** Something is open above the list. */
  isCovered: boolean;
  singleKeys: boolean;
  on: RowActions;
  scroller: RowsProps["scroller"];
  onSearch: () => void;
  onHelp: () => void;
  onClear: () => void;
}

/**
 * Keys on the list. The row that they are at has the real focus, so that screen readers follow it. They do nothing while
 * something is typed or a dialog is open. Returns what rows call once they are drawn: the focus goes to the one that
 * waits for it.
 */
export function useListKeys(keys: ListKeys): () => void {
  const { links, currentId, scroller } = keys;
  /** Where it was, for the case that the link leaves the list. */
  const place = useRef(0);
  /** The row that gets the focus as soon as it is drawn. */
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

  // A window that closes leaves the focus nowhere: it goes back to the row.
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

  /** Whether the key meant something here. */
  const run = (command: ListCommand, link: ListedLink | undefined): boolean => {
    switch (command) {
      case "next":
        // What was current may have left: then the one that has taken its place comes next.
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
      // On a button within the row Enter presses the button.
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
