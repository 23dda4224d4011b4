/** Uses that users can choose for a column; an ignored column is not reported as lost and deactivates no link. */
export const chosenUses = ["code", "destination", "title", "tags", "expiry", "password", "state", "ignore"] as const;
export type ChosenUse = (typeof chosenUses)[number];

/** Contents of a column of an imported file, or of a field of its objects. */
export const columnUses = [
  ...chosenUses,
  "link",
  "domain",
  "id",
  "externalId",
  "note",
  "group",
  "createdAt",
  "notBefore",
  "expiredUrl",
  "clickLimit",
  "archived",
  "favourite",
  "clicks",
  "redirectType",
  "forwardQuery",
  "indexing",
  "rules",
  "preview",
  "options",
] as const;
export type ColumnUse = (typeof columnUses)[number];

/** Uses that can be chosen for several columns. */
export const sharedUses: readonly ChosenUse[] = ["password", "state", "ignore"];

const closingName = /pass|secret|expir|until|limit|status|state|active|enabled|disabled|paused/i;

/** Returns whether the name suggests that an unread column restricts its links, which are then created inactive. */
export function mayRestrict(name: string): boolean {
  return closingName.test(name);
}

/** Maximum number of characters of a column's name that are compared and shown. */
export const columnNameMax = 200;

/** Whether the day or the month comes first in a date such as 03/04/2024. */
export const dateOrders = ["dayFirst", "monthFirst"] as const;
export type DateOrder = (typeof dateOrders)[number];
