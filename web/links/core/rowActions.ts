import type { ListedLink } from "./listedLink.ts";

/** Actions on a link from its card or row. The functions are stable, so that rows needn't rerender. */
export interface RowActions {
  /** Selects or deselects the link. `toHere` selects the range from the last selected link to this one. */
  readonly select: (link: ListedLink, toHere: boolean) => void;
  readonly analytics: (link: ListedLink) => void;
  readonly group: (groupId: string) => void;
  readonly qr: (link: ListedLink) => void;
  readonly history: (link: ListedLink) => void;
  readonly edit: (link: ListedLink) => void;
  readonly toggle: (link: ListedLink) => void;
  /** Adds or removes the link as a favourite; each user has separate favourites. */
  readonly star: (link: ListedLink) => void;
  readonly archive: (link: ListedLink) => void;
  readonly tag: (name: string) => void;
  readonly remove: (link: ListedLink) => void;
  /** Called when the link's card or row, or an element in it, gets focus. */
  readonly focused: (link: ListedLink) => void;
}

/** Props shared by the card and table views. */
export interface RowsProps {
  readonly links: readonly ListedLink[];
  /** Number of links; -1 until it is known, the value of `aria-setsize` for unknown sizes. */
  readonly totalCount: number;
  readonly stale: boolean;
  readonly isSelected: (id: string) => boolean;
  /** The link that keyboard shortcuts act on. */
  readonly currentId: string | null;
  readonly on: RowActions;
  /** Must be called after rows have rendered: focuses the row that is waiting for the focus. */
  readonly onDrawn: () => void;
  /** `scrollTo` scrolls to the link at an index; null unless the view is virtualized. */
  readonly scroller: { scrollTo: ((index: number) => void) | null };
  readonly onEnd: () => void;
}

/** Number of links up to which lists are rendered in full; longer ones are virtualized. */
export const drawnInFull = 150;
