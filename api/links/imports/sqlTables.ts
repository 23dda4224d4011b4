import { type ImportSource, importSources } from "@hoplog/schema/imports/sources.js";
import { parseJson } from "./sources/parseJson.ts";

export type SqlRow = Readonly<Record<string, unknown>>;
/** The values of a joined table for one link. */
export type JoinedValues = Readonly<Record<string, string>>;
/** The values of a joined table for links, by {@link joinKey}. */
export type Joined = Readonly<Record<string, JoinedValues>>;

/** A table of the same dump that has values for links. */
interface JoinedTable {
  readonly name: RegExp;
  /** The join columns of this table and of the table of links. */
  readonly on: string;
  readonly linkColumn: string;
  /** Columns that distinguish the table from others of the same name. */
  readonly columns: readonly string[];
  readonly values: (row: SqlRow) => SqlRow;
  /** The message if a dump lacks the table; links can't be read without a required table. */
  readonly missing: string;
  readonly isRequired?: true;
}

interface SqlTable {
  readonly name: RegExp;
  /** Columns that distinguish the table from others of the same name. */
  readonly columns: readonly string[];
  readonly joined?: JoinedTable;
  /** Converts a row to the shape of the source's other files. */
  readonly record?: (row: SqlRow, joined: JoinedValues) => SqlRow;
}

/** The tables with the links of each source. */
const tables: Readonly<Partial<Record<ImportSource, SqlTable>>> = {
  yourls: { name: /url$/i, columns: ["keyword", "url"] },
  kutt: {
    name: /^links$/i,
    columns: ["address", "target"],
    joined: {
      name: /^domains$/i,
      on: "id",
      linkColumn: "domain_id",
      columns: ["id", "address"],
      values: ({ address: domain }) => ({ domain }),
      missing: "The dump has no table domains, so links are imported without their domains",
    },
    record: (row, joined) => ({ ...row, ...joined }),
  },
  polr: { name: /links$/i, columns: ["short_url", "long_url"] },
  redirection: {
    name: /redirection_items$/i,
    columns: ["url", "action_type"],
    joined: {
      name: /redirection_groups$/i,
      on: "id",
      linkColumn: "group_id",
      columns: ["id", "name"],
      values: ({ name: group, status: group_status }) => ({ group, group_status }),
      missing: "The dump has no table redirection_groups, so links are imported without their groups",
    },
    record: redirectionRecord,
  },
  prettylinks: {
    name: /prli_links$/i,
    columns: ["slug", "url"],
    joined: {
      name: /prli_link_metas$/i,
      on: "link_id",
      linkColumn: "id",
      columns: ["link_id", "meta_key", "meta_value"],
      values: ({ meta_key: key, meta_value: value }) => ({ [typeof key === "string" ? key : ""]: value }),
      missing:
        "The dump has no table prli_link_metas, which contains expiry dates. Include the tables prli_links and prli_link_metas in the dump",
      isRequired: true,
    },
    record: prettyLinksRecord,
  },
};

/** Sources whose SQL dumps are supported. */
export const sqlSources: readonly ImportSource[] = importSources.filter((source) => tables[source] !== undefined);

/** Whether a table's name may be that of the source's table of links, or of its joined table. */
export function mayBeRead(source: ImportSource, table: string): boolean {
  return tables[source]?.name.test(table) === true || isJoined(source, table, null);
}

/** Returns the source whose links a table contains; null for none. */
export function sourceOfTable(table: string, columns: readonly string[]): ImportSource | null {
  const found = sqlSources.find((source) => {
    const known = tables[source];
    return known?.name.test(table) === true && known.columns.every((name) => columns.includes(name));
  });
  return found ?? null;
}

/** Returns the joined table of a source; null for none. */
export function joinedTableOf(source: ImportSource): JoinedTable | null {
  return tables[source]?.joined ?? null;
}

/** Whether a table is the source's joined table; its columns may be unknown. */
export function isJoined(source: ImportSource, table: string, columns: readonly string[] | null): boolean {
  const joined = joinedTableOf(source);
  return joined?.name.test(table) === true && joined.columns.every((name) => columns?.includes(name) ?? true);
}

/** Returns the join key of a row, which includes the table's prefix: a dump may have the tables of several sites. */
export function joinKey(pattern: RegExp, table: string, id: unknown): string {
  return `${table.replace(pattern, "")} ${typeof id === "string" || typeof id === "number" ? id : ""}`;
}

/** Adds the values of a joined row to the values of a link. Empty values and `0` are omitted. */
export function withValues(source: ImportSource, before: JoinedValues, row: SqlRow): JoinedValues {
  const values = Object.entries(joinedTableOf(source)?.values(row) ?? {}).flatMap(([name, value]) => {
    if (typeof value !== "string" || value === "" || value === "0") return [];
    const known = before[name];
    return [[name, known === undefined || known === value ? value : `${known}; ${value}`]];
  });
  return values.length === 0 ? before : { ...before, ...Object.fromEntries(values) };
}

/** Returns a row as the reader of its source expects it. */
export function recordOfRow(source: ImportSource, table: string, row: SqlRow, joined: Joined): SqlRow {
  const known = tables[source];
  if (!known?.record) return row;
  const { name, joined: other } = known;
  return known.record(row, (other && joined[joinKey(name, table, row[other.linkColumn])]) ?? {});
}

/**
 * Converts a row of Redirection: a target is plain text if it is the same for all visitors; otherwise it is serialized
 * by PHP, with conditions that rules don't support.
 */
function redirectionRecord(
  { last_count: hits, action_data: data, match_data: matched, ...row }: SqlRow,
  joined: JoinedValues,
): SqlRow {
  const text = typeof data === "string" ? data : "";
  const target = row["match_type"] === "url" ? text : /"(https?:\/\/[^"]+)"/.exec(text)?.[1];
  return { ...row, hits, target, match_data: typeof matched === "string" ? parseJson(matched) : null, ...joined };
}

/**
 * Converts a row of Pretty Links: an expiry counts only if it is enabled, and takes effect at the beginning of its day.
 */
function prettyLinksRecord(row: SqlRow, joined: JoinedValues): SqlRow {
  const { enable_expire, expire_type, expire_date, expire_clicks, enable_expired_url, expired_url, ...others } = joined;
  const more = { ...row, ...others };
  if (!enable_expire) return more;
  const expiredUrl = enable_expired_url && { expired_url };
  switch (expire_type) {
    case "date":
      return { ...more, expires_at: `${expire_date ?? "no date"} 00:00:00`, ...expiredUrl };
    case "clicks":
      return { ...more, click_limit: expire_clicks ?? "none given", ...expiredUrl };
    default:
      return { ...more, expire_type: expire_type ?? "none" };
  }
}
