import { type ImportSource, importSources } from "@hoplog/schema/imports/sources.js";
import { parseJson } from "./sources/parseJson.ts";

export type SqlRow = Readonly<Record<string, unknown>>;

interface SqlTable {
  readonly name: RegExp;
  /** Columns that tell it from other tables of its name. */
  readonly columns: readonly string[];
  /** Brings a row into the shape of the source's other files. */
  readonly record?: (row: SqlRow) => SqlRow;
}

/** The tables that hold the links of a source. */
const tables: Readonly<Partial<Record<ImportSource, SqlTable>>> = {
  yourls: { name: /url$/i, columns: ["keyword", "url"] },
  kutt: { name: /^links$/i, columns: ["address", "target"] },
  polr: { name: /links$/i, columns: ["short_url", "long_url"] },
  redirection: { name: /redirection_items$/i, columns: ["url", "action_type"], record: redirectionRecord },
};

/** Sources whose SQL dumps are read. */
export const sqlSources: readonly ImportSource[] = importSources.filter((source) => tables[source] !== undefined);

/** Whether a table may be one of a source, by its name. */
export function mayHoldLinks(table: string): boolean {
  return sqlSources.some((source) => tables[source]?.name.test(table) === true);
}

/** The source whose links a table holds; null for none. */
export function sourceOfTable(table: string, columns: readonly string[]): ImportSource | null {
  const found = sqlSources.find((source) => {
    const known = tables[source];
    return known?.name.test(table) === true && known.columns.every((name) => columns.includes(name));
  });
  return found ?? null;
}

/** A row as the reader of its source takes it. */
export function recordOfRow(source: ImportSource, row: SqlRow): SqlRow {
  return tables[source]?.record?.(row) ?? row;
}

/** A target is text if it is the same for all visitors; else values that PHP has serialized, whose conditions no rule has. */
function redirectionRecord({ last_count: hits, action_data: data, match_data: matched, ...row }: SqlRow): SqlRow {
  const text = typeof data === "string" ? data : "";
  const target = row["match_type"] === "url" ? text : /"(https?:\/\/[^"]+)"/.exec(text)?.[1];
  return { ...row, hits, target, match_data: typeof matched === "string" ? parseJson(matched) : null };
}
