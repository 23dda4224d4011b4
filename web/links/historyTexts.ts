import type { LinkHistoryQuery } from "../graphql/generated/graphql.ts";

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
};

const fields: Readonly<Record<string, string>> = {
  name: "Name",
  originalUrl: "Original URL",
  shortUrl: "Short URL",
  group: "Group",
  isActive: "Status",
  ban: "Reason",
};

/** What was done, in a word or two. */
export function titleOf({ type, changes }: HistoryEntry): string {
  if (type === "LinkMovedToGroup")
    return changes.every(({ to }) => to === null) ? "Taken out of its group" : "Moved to a group";
  return titles[type] ?? "Changed";
}

export function fieldOf({ field }: HistoryChange): string {
  return fields[field] ?? field;
}

/** A value of a field as people read it; what is empty is named, too. */
export function valueOf(field: string, value: string | null): string {
  if (field === "group") return value ?? "No group";
  if (field === "isActive") return value === "true" ? "Active" : "Inactive";
  return value ?? "Nothing";
}

/** Who did it; the system acts for nobody. */
export function authorOf({ by }: HistoryEntry): string {
  return by ?? "the system";
}

const timeFormat = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

export function timeOf({ at }: HistoryEntry): string {
  return timeFormat.format(new Date(at));
}
