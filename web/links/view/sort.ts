import type { LinkSort, LinkSortField } from "../../graphql/generated/graphql.ts";

/** The order that lists have without another: the newest first. */
export const newestFirst: LinkSort = { field: "CREATED", direction: "DESC" };

const fields: readonly LinkSortField[] = ["NAME", "CREATED", "CLICKS"];

/** As the address has it (`clicks-desc`); null for what is none, and for the usual one. */
export function readSort(text: string | null): LinkSort | null {
  const [name, direction, ...more] = (text ?? "").toUpperCase().split("-");
  const field = fields.find((known) => known === name);
  if (field === undefined || more.length > 0 || (direction !== "ASC" && direction !== "DESC")) return null;
  return field === newestFirst.field && direction === newestFirst.direction ? null : { field, direction };
}

/** Null for the usual one, which needs no place in the address. */
export function writeSort({ field, direction }: LinkSort): string | null {
  const text = `${field}-${direction}`.toLowerCase();
  return readSort(text) === null ? null : text;
}

/** What a click on a column's head asks for: names from A on, the most and the newest first; a second one the reverse. */
export function nextSort(present: LinkSort, field: LinkSortField): LinkSort {
  const first = field === "NAME" ? "ASC" : "DESC";
  if (present.field !== field) return { field, direction: first };
  return { field, direction: present.direction === "ASC" ? "DESC" : "ASC" };
}
