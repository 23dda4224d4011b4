import type { LinkSort, LinkSortField, SortDirection } from "../../../core/graphql/generated/graphql.ts";

/** Default sort order: newest first. */
export const newestFirst: LinkSort = { field: "created", direction: "desc" };

/**
 * Sort fields with their initial direction: texts from A, expiry from the soonest, times and clicks from the newest or
 * highest, and favourites and archived links first.
 */
const fields: Readonly<Record<LinkSortField, { readonly label: string; readonly first: SortDirection }>> = {
  created: { label: "Created", first: "desc" },
  updated: { label: "Changed", first: "desc" },
  name: { label: "Name", first: "asc" },
  clicks: { label: "Clicks", first: "desc" },
  destination: { label: "Destination", first: "asc" },
  domain: { label: "Domain", first: "asc" },
  group: { label: "Group", first: "asc" },
  tags: { label: "Tags", first: "asc" },
  note: { label: "Note", first: "asc" },
  externalId: { label: "External ID", first: "asc" },
  creator: { label: "API key", first: "asc" },
  state: { label: "State", first: "asc" },
  expires: { label: "Expires", first: "asc" },
  favourite: { label: "Favourite", first: "desc" },
  archived: { label: "Archived", first: "desc" },
};

function isSortField(text: string): text is LinkSortField {
  return text in fields;
}

const ends: Readonly<Record<"created" | "updated" | "clicks" | "other", readonly [asc: string, desc: string]>> = {
  created: ["oldest first", "newest first"],
  updated: ["oldest first", "newest first"],
  clicks: ["fewest first", "most first"],
  other: ["A to Z", "Z to A"],
};

/** All sort orders, for views without column headers. */
export const sortOptions: readonly { readonly sort: LinkSort; readonly label: string }[] = Object.keys(fields)
  .filter(isSortField)
  .flatMap((field) => {
    const { label, first } = fields[field];
    const [asc, desc] = field === "created" || field === "updated" || field === "clicks" ? ends[field] : ends.other;
    const ascending = { sort: { field, direction: "asc" as const }, label: `${label}, ${asc}` };
    const descending = { sort: { field, direction: "desc" as const }, label: `${label}, ${desc}` };
    if (field === "expires") return [{ ...ascending, label: `${label}, soonest first` }];
    if (field === "favourite" || field === "archived") return [{ ...descending, label: `${label} first` }];
    return first === "asc" ? [ascending, descending] : [descending, ascending];
  });

/** Parses a sort order from the URL (`clicks-desc`); null if it is invalid or the default. */
export function readSort(text: string | null): LinkSort | null {
  const [name, direction, ...more] = (text ?? "").split("-");
  const field = name !== undefined && isSortField(name) ? name : undefined;
  if (field === undefined || more.length > 0 || (direction !== "asc" && direction !== "desc")) return null;
  return field === newestFirst.field && direction === newestFirst.direction ? null : { field, direction };
}

/** Serializes a sort order for the URL; null for the default. */
export function writeSort({ field, direction }: LinkSort): string | null {
  const text = `${field}-${direction}`;
  return readSort(text) === null ? null : text;
}

/** Returns the sort order after a click on a column header; a second click reverses it. */
export function nextSort(present: LinkSort, field: LinkSortField): LinkSort {
  if (present.field !== field) return { field, direction: fields[field].first };
  return { field, direction: present.direction === "asc" ? "desc" : "asc" };
}
