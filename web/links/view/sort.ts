import type { LinkSort, LinkSortField, SortDirection } from "../../graphql/generated/graphql.ts";

/** The order that lists have without another: the newest first. */
export const newestFirst: LinkSort = { field: "CREATED", direction: "DESC" };

/** Those that are read from A on come so at first, of the others the most, the newest, or those that have it. */
const fields: Readonly<Record<LinkSortField, { readonly label: string; readonly first: SortDirection }>> = {
  CREATED: { label: "Created", first: "DESC" },
  UPDATED: { label: "Changed", first: "DESC" },
  NAME: { label: "Name", first: "ASC" },
  CLICKS: { label: "Clicks", first: "DESC" },
  DESTINATION: { label: "Destination", first: "ASC" },
  DOMAIN: { label: "Domain", first: "ASC" },
  GROUP: { label: "Group", first: "ASC" },
  TAGS: { label: "Tags", first: "ASC" },
  NOTE: { label: "Note", first: "ASC" },
  EXTERNAL_ID: { label: "External ID", first: "ASC" },
  CREATOR: { label: "API key", first: "ASC" },
  STATE: { label: "State", first: "ASC" },
  EXPIRES: { label: "Expires", first: "ASC" },
  FAVOURITE: { label: "Favourite", first: "DESC" },
  ARCHIVED: { label: "Archived", first: "DESC" },
};

function isSortField(text: string): text is LinkSortField {
  return text in fields;
}

const ends: Readonly<Record<"CREATED" | "UPDATED" | "CLICKS" | "OTHER", readonly [asc: string, desc: string]>> = {
  CREATED: ["oldest first", "newest first"],
  UPDATED: ["oldest first", "newest first"],
  CLICKS: ["fewest first", "most first"],
  OTHER: ["A to Z", "Z to A"],
};

/** Every order, for where there are no heads to press. */
export const sortOptions: readonly { readonly sort: LinkSort; readonly label: string }[] = Object.keys(fields)
  .filter(isSortField)
  .flatMap((field) => {
    const { label, first } = fields[field];
    const [asc, desc] = field === "CREATED" || field === "UPDATED" || field === "CLICKS" ? ends[field] : ends.OTHER;
    const ascending = { sort: { field, direction: "ASC" as const }, label: `${label}, ${asc}` };
    const descending = { sort: { field, direction: "DESC" as const }, label: `${label}, ${desc}` };
    if (field === "EXPIRES") return [{ ...ascending, label: `${label}, soonest first` }];
    if (field === "FAVOURITE" || field === "ARCHIVED") return [{ ...descending, label: `${label} first` }];
    return first === "ASC" ? [ascending, descending] : [descending, ascending];
  });

/** As the address has it (`clicks-desc`); null for what is none, and for the usual one. */
export function readSort(text: string | null): LinkSort | null {
  const [name, direction, ...more] = (text ?? "").toUpperCase().split("-");
  const field = name !== undefined && isSortField(name) ? name : undefined;
  if (field === undefined || more.length > 0 || (direction !== "ASC" && direction !== "DESC")) return null;
  return field === newestFirst.field && direction === newestFirst.direction ? null : { field, direction };
}

/** Null for the usual one, which needs no place in the address. */
export function writeSort({ field, direction }: LinkSort): string | null {
  const text = `${field}-${direction}`.toLowerCase();
  return readSort(text) === null ? null : text;
}

/** What a click on a column's head asks for; a second one asks for the reverse. */
export function nextSort(present: LinkSort, field: LinkSortField): LinkSort {
  if (present.field !== field) return { field, direction: fields[field].first };
  return { field, direction: present.direction === "ASC" ? "DESC" : "ASC" };
}
