import type { LinkInput } from "../../core/linkChanges.ts";
import { isAmbiguous } from "./dates.ts";
import { type Cell, countIn, type Fields, shownName, shownValue } from "./fields.ts";
import type { Loss } from "./sourceLink.ts";

/** The restrictions of a link at its source. */
export interface Restrictions {
  readonly input: Pick<LinkInput, "notBefore" | "expiresAt" | "expiredUrl" | "maxClicks">;
  readonly isActive: boolean;
  readonly hasPassword: boolean;
  /** Unreadable restrictions, and a reached click limit: each of them disables the link. */
  readonly losses: readonly Loss[];
}

const closedAs = "the link is created inactive";

export function restrictionsOf(fields: Fields): Restrictions {
  const losses: Loss[] = [];
  const close = (message: string) => losses.push({ kind: "restriction", message: `${message}: ${closedAs}` });
  const known = (use: "expiry" | "notBefore", at: string | null | undefined) => {
    if (at === undefined) close(unreadable(fields.cells(use)[0]));
    return at ?? null;
  };
  const notBefore = known("notBefore", fields.instant("notBefore"));
  const expiresAt = known("expiry", fields.expiry());
  const maxClicks = limitOf(fields, close);
  for (const cell of fields.cells("state")) {
    if (stateIn(cell) === "unknown") close(`${quoted(cell)} is not a known state`);
  }
  return {
    input: {
      ...(notBefore !== null && { notBefore }),
      ...(expiresAt !== null && { expiresAt, expiredUrl: fields.text("expiredUrl") || null }),
      ...(maxClicks !== null && { maxClicks }),
    },
    isActive: fields.cells("state").every((cell) => stateIn(cell) === "open"),
    hasPassword: fields.cells("password").some(({ text, value }) => !isNo(text) || typeof value === "object"),
    losses,
  };
}

/** Whether a link is archived; a date counts as yes. */
export function isArchived(fields: Fields): boolean {
  return (
    fields.cells("archived").some(({ text }) => !isNo(text)) ||
    fields.cells("state").some(({ text }) => /^archived$/i.test(text))
  );
}

/** Returns the message for a date that cannot be read. */
export function unreadable(cell: Cell | undefined): string {
  const why = isAmbiguous(cell?.text ?? "")
    ? "is ambiguous: choose whether the day or the month comes first"
    : "can't be read";
  return `${quoted(cell)} ${why}`;
}

/** Formats a cell's name and value for a report. */
export function quoted(cell: Cell | undefined): string {
  return cell ? `${shownName(cell.name)} "${shownValue(cell.value)}"` : "";
}

export function isNo(text: string): boolean {
  return /^(?:|-|0|f|false|n|no|off|none|null|n\/a)$/i.test(text);
}

/** Returns the click limit of a link; null for none. Calls `close` if the limit can't be read or is reached. */
function limitOf(fields: Fields, close: (message: string) => void): number | null {
  const [cell] = fields.cells("clickLimit");
  if (!cell || isNo(cell.text) || /^unlimited$/i.test(cell.text)) return null;
  const limit = countIn(cell.text);
  if (limit === null) close(`${quoted(cell)} can't be read`);
  else if ((fields.number("clicks") ?? 0) >= limit) close(`The limit of ${limit} clicks is reached`);
  return limit;
}

/** Names of columns that mark a closed link with yes or a date. */
const negative = /disabled|paused|banned|blocked|deleted|inactive|deactivated|suspended|trashed/i;
const open = /^(?:1|t|true|y|yes|on|active|enabled|live|published|public|open|ok|archived)$/i;
const closed =
  /^(?:|0|f|false|n|no|off|inactive|disabled|paused|draft|deleted|trashed|trash|expired|blocked|banned|suspended|deactivated|closed|private)$/i;

function stateIn({ name, text }: Cell): "open" | "closed" | "unknown" {
  if (negative.test(name)) return isNo(text) || /^(?:active|enabled)$/i.test(text) ? "open" : "closed";
  if (open.test(text)) return "open";
  return closed.test(text) ? "closed" : "unknown";
}
