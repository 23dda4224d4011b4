/** Uses that can be chosen for a column; one that is ignored is not reported as lost and closes no link. */
export const chosenUses = ["code", "destination", "title", "tags", "expiry", "password", "state", "ignore"] as const;
export type ChosenUse = (typeof chosenUses)[number];

/** What a column of an imported file, or a field of its objects, says of a link. */
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

/** Uses that several columns may be chosen for. */
export const sharedUses: readonly ChosenUse[] = ["password", "state", "ignore"];

const closingName = /pass|secret|expir|until|limit|status|state|active|enabled|disabled|paused/i;

/** Whether an unread column of this name may restrict its links, which are then created switched off. */
export function mayRestrict(name: string): boolean {
  return closingName.test(name);
}

/** Characters of a column's name that are compared and shown. */
export const columnNameMax = 200;

/** Which number of a date such as 03/04/2024 is the day. */
export const dateOrders = ["dayFirst", "monthFirst"] as const;
export type DateOrder = (typeof dateOrders)[number];
