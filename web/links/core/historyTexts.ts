import type { LinkHistoryQuery } from "../../core/graphql/generated/graphql.ts";
import { peopleText } from "./linkTexts.ts";
import { timeText } from "../../ui/timeText.ts";

export type HistoryEntry = LinkHistoryQuery["link"]["history"][number];
export type HistoryChange = HistoryEntry["changes"][number];

const titles: Readonly<Record<string, string>> = {
  LinkCreated: "Created",
  LinkRenamed: "Renamed",
  LinkRetargeted: "Original URL changed",
  LinkCodeChanged: "Short URL changed",
  LinkActivated: "Made active",
  LinkDeactivated: "Made inactive",
  LinkEdited: "Edited",
  LinkBanned: "Banned",
  LinkBanLifted: "Ban lifted",
  LinkListed: "Listed as harmful",
  LinkUnlisted: "Not listed any more",
  LinkOptionsChanged: "Options changed",
  LinkTagsChanged: "Tags changed",
  LinkNoteChanged: "Note changed",
  LinkExternalIdChanged: "External ID changed",
  LinkArchived: "Archived",
  LinkUnarchived: "Taken out of the archive",
  LinkFavourited: "Made a favourite",
  LinkUnfavourited: "No favourite any more",
};

const fields: Readonly<Record<string, string>> = {
  name: "Name",
  originalUrl: "Original URL",
  shortUrl: "Short URL",
  domain: "Domain",
  group: "Group",
  isActive: "Status",
  ban: "Reason",
  listing: "URL and reason",
  notBefore: "Works from",
  expiresAt: "Expires at",
  expiredUrl: "Then leads to",
  maxClicks: "Used up after",
  maxClicksUrl: "Once used up, leads to",
  timeZone: "Time zone",
  forwardQuery: "Forward query",
  forwardQueryMode: "If both have a parameter",
  appendPath: "Append path",
  redirectStatus: "Status code",
  preview: "Preview",
  hideDestination: "Shown with +",
  allowIndexing: "Indexing",
  passClickId: "Pass the click's id",
  password: "Password",
  rules: "Rules",
  split: "Split",
  tags: "Tags",
  note: "Note",
  externalId: "External ID",
  isArchived: "Archive",
  isFavourite: "Favourite",
};

/** Short title of a history entry. */
export function titleOf({ type, changes }: Pick<HistoryEntry, "type" | "changes">): string {
  if (type === "LinkMovedToGroup")
    return changes.every(({ to }) => to === null) ? "Taken out of its group" : "Moved to a group";
  return titles[type] ?? "Changed";
}

export function fieldOf({
  field,
}: {
  readonly field: string;
  readonly from?: string | null;
  readonly to?: string | null;
}): string {
  return fields[field] ?? field;
}

/** Boolean fields, with labels for their two values. */
const switches: Readonly<Record<string, readonly [on: string, off: string]>> = {
  isActive: ["Active", "Inactive"],
  forwardQuery: ["On", "Off"],
  appendPath: ["On", "Off"],
  hideDestination: ["Hidden", "Shown"],
  allowIndexing: ["Allowed", "Not allowed"],
  passClickId: ["On", "Off"],
  isArchived: ["Archived", "Not archived"],
  isFavourite: ["Yes", "No"],
};

/** Labels for fields without a value. */
const withoutValue: Readonly<Record<string, string>> = {
  group: "No group",
  domain: "The default one",
  notBefore: "At once",
  expiresAt: "Never",
  expiredUrl: "A page that says so",
  maxClicks: "Never",
  maxClicksUrl: "A page that says so",
  preview: "The destination's own",
  password: "No password",
  rules: "No rules",
  split: "No split",
  tags: "No tags",
  note: "No note",
  externalId: "None",
};

const modeTexts: Readonly<Record<string, string>> = {
  theirsWin: "The visitor's value",
  keepMine: "The destination's own value",
};

/** Formats a field's value, with a label for empty ones. Each rule or arm gets its own line. */
export function valueOf(field: string, value: string | null): string {
  const onOff = switches[field];
  if (onOff) return value === "true" ? onOff[0] : onOff[1];
  if (value === null) return withoutValue[field] ?? "Nothing";
  if (field === "password") return value === "changed" ? "Another password" : "Set";
  if (field === "notBefore" || field === "expiresAt") return timeText(value);
  if (field === "forwardQueryMode") return modeTexts[value] ?? value;
  if (field === "maxClicks") return peopleText(Number(value));
  if (field === "rules") return listed(value, "; ", /: if .*, then /);
  if (field === "split") return listed(value.replace(sticky, "\n$1"), ", ", / \(\d+\) https?:\S+$/);
  return value;
}

/** Splits a text into numbered lines. Names may contain the separator too: `whole` matches a complete item. */
function listed(text: string, separator: string, whole: RegExp): string {
  const parts: string[] = [];
  for (const piece of text.split(separator)) {
    const last = parts.at(-1);
    if (last === undefined || whole.test(last)) parts.push(piece);
    else parts.splice(-1, 1, `${last}${separator}${piece}`);
  }
  const shown = parts.map((part) => part.replace(instant, timeText));
  return shown.length === 1 ? shown.join("") : shown.map((part, i) => `${i + 1}. ${part}`).join("\n");
}

/** End of a split's text if visitors keep their arm. */
const sticky = /, (returning visitors get the same one)$/;

const instant = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

/** Returns the author of a history entry; the system if there is none. */
export function authorOf({ by }: HistoryEntry): string {
  return by ?? "the system";
}

export function timeOf({ at }: HistoryEntry): string {
  return timeText(at);
}
