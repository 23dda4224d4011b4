import type { ListedLink } from "./listedLink.ts";

/** What can be done to a link from its card or its row. The functions stay the same, so that rows needn't be drawn anew. */
export interface RowActions {
  /** `toHere`: with all from the last one that was selected on. */
  readonly select: (link: ListedLink, toHere: boolean) => void;
  readonly analytics: (link: ListedLink) => void;
  readonly group: (groupId: string) => void;
  readonly qr: (link: ListedLink) => void;
  readonly history: (link: ListedLink) => void;
  readonly edit: (link: ListedLink) => void;
  readonly toggle: (link: ListedLink) => void;
  /** A favourite is one's own. */
  readonly star: (link: ListedLink) => void;
  readonly archive: (link: ListedLink) => void;
  readonly tag: (name: string) => void;
  readonly remove: (link: ListedLink) => void;
  /** The focus is on it or in it. */
  readonly focused: (link: ListedLink) => void;
}

/** What cards and table alike take to show links. */
export interface RowsProps {
  readonly links: readonly ListedLink[];
  /** -1 until it is known, as assistive technology takes it. */
  readonly totalCount: number;
  readonly stale: boolean;
  readonly isSelected: (id: string) => boolean;
  /** The link that the keyboard is at. */
  readonly currentId: string | null;
  readonly on: RowActions;
  /** To be called after rows have been drawn: the focus goes to the one that waits for it. */
  readonly onDrawn: () => void;
  /** Where only what is in sight is drawn: how others have a row come into sight, and that the last one has. */
  readonly scroller: { scrollTo: ((index: number) => void) | null };
  readonly onEnd: () => void;
}

/** From how many links on only those in sight are drawn. */
export const drawnInFull = 150;
