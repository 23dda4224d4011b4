/** Those that neither an index of Postgres nor ClickHouse has an order for. */
export const otherSortFields = [
  "updated",
  "destination",
  "externalId",
  "group",
  "domain",
  "tags",
  "note",
  "state",
  "favourite",
  "archived",
  "expires",
] as const;
export type OtherSortField = (typeof otherSortFields)[number];

export const linkSortFields = ["name", "created", "clicks", ...otherSortFields] as const;
export type LinkSortField = (typeof linkSortFields)[number];
export type SortDirection = "asc" | "desc";

export interface LinkSort {
  readonly field: LinkSortField;
  readonly direction: SortDirection;
}

export const newestFirst: LinkSort = { field: "created", direction: "desc" };

const fromGreatest: ReadonlySet<LinkSortField> = new Set(["created", "clicks", "updated", "favourite", "archived"]);

/** Texts from A on and what expires first, everything else with the most or the newest first, unless specified otherwise. */
export function linkSort(field: LinkSortField = "created", direction?: SortDirection): LinkSort {
  return { field, direction: direction ?? (fromGreatest.has(field) ? "desc" : "asc") };
}

const instant = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS')`;

/** What a link is ordered by, as a text; null where it has none. */
const keys: Readonly<Record<OtherSortField, string>> = {
  updated: instant("updated_at"),
  destination: "original_url",
  externalId: "external_id",
  group: "(SELECT lower(link_group.name) FROM link_group WHERE link_group.id = group_id)",
  domain: "(SELECT max(domain.name) FROM domain WHERE domain.number = link.domain)",
  tags: "(SELECT min(tag.key) FROM link_tag JOIN tag ON tag.id = tag_id WHERE link_id = link.id)",
  note: "lower(left(note, 100))",
  state: "CASE WHEN is_active THEN 'a' ELSE 'b' END",
  favourite: "(SELECT 'yes' FROM link_favourite WHERE link_id = link.id AND user_id = ?)",
  archived: instant("archived_at"),
  expires: instant("expires_at"),
};

/** SQL for the text by which links are ordered. What has none comes last, whichever the direction. */
export function sortKey(field: OtherSortField, direction: SortDirection): string {
  const [some, none] = direction === "asc" ? ["0", "1"] : ["1", "0"];
  return `coalesce('${some}' || ${keys[field]}, '${none}')`;
}
