import { sql } from "@hoplog/platform/postgres/sql.js";
import { clicksV1 } from "@hoplog/schema/topics/topic.js";
import type { ClientBase } from "pg";
import { quoted } from "../../kernel/database/tableNames.ts";

/** A table with its writable columns. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

/** Consumer cursors: services write them, and a restore deletes them. */
export const cursorTables = [
  "relay_checkpoint",
  "links_publication",
  "log_consumer",
  "log_retention_mark",
  "log_compaction",
  "click_delivery",
  "counted_batch",
  "blocklist_state",
  "blocklist_file_entry",
  "webhook_clicks_cursor",
  "destination_walk",
];

const excludedTables = [
  ...cursorTables,
  // Table that services of commit 6dbd9b43 create when they start, before they are rejected.
  "api_migration",
  "hoplog_migration",
  // Leased visits are saved as used (see `usedAndLeased`).
  "lease_holder",
  "visit_lease",
];

/**
 * Returns all tables of a backup, referenced tables first. Excludes unlogged tables, whose content need not survive a
 * crash.
 */
export async function tablesToSave(client: ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<{ name: string; columns: { name: string; type: string }[]; refers: string[] }>(
    sql`SELECT c.relname AS name,
       (SELECT json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) ORDER BY a.attnum)
        FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
       coalesce((SELECT json_agg(DISTINCT f.confrelid::regclass::text) FROM pg_constraint f
        WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confrelid <> c.oid), '[]') AS refers
     FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
       AND c.relpersistence = 'p' AND c.relname <> ALL (${excludedTables})
     ORDER BY c.relname`,
  );
  const ordered: TableShape[] = [];
  const waiting = new Map(rows.map((row) => [row.name, row]));
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter(({ refers }) => !refers.some((other) => waiting.has(other)));
    if (free.length === 0) throw new Error(`tables have circular references: ${[...waiting.keys()].join(", ")}`);
    for (const { name, columns } of free) {
      ordered.push({ name, columns });
      waiting.delete(name);
    }
  }
  return ordered;
}

/**
 * Visits that were leased at the time of the backup count as used: after a restore it is unknown which of them were
 * used, and a link must not exceed its cap.
 */
const usedAndLeased = `(t.used + coalesce((SELECT sum(visits) FROM visit_lease
  WHERE visit_lease.link_id = t.link_id AND cap_number = t.number), 0))::integer`;

/**
 * Builds the query for the rows to save. Transaction ids are only valid in the PostgreSQL server that assigned them, so
 * all are 0 in the backup and only positions define the order. Of the topics, only uncounted clicks are saved: counted
 * ones are in ClickHouse, and code states are republished.
 */
export function savedRows({ name, columns }: TableShape, hasConsumers: boolean): string {
  const list = columns.map((column) => {
    if (column.type === "xid8") return `'0'::xid8 AS ${quoted(column.name)}`;
    return name === "link_cap" && column.name === "used" ? `${usedAndLeased} AS used` : `t.${quoted(column.name)}`;
  });
  const rows = `SELECT ${list.join(", ")} FROM ${quoted(name)} AS t`;
  if (name !== "log_record") return rows;
  const consumers = `SELECT FROM log_consumer AS c WHERE c.topic = t.topic`;
  const notHad = hasConsumers
    ? `AND (NOT EXISTS (${consumers}) OR EXISTS (${consumers} AND (t.xid, t.position) > (c.xid, c.position)))`
    : "";
  return `${rows} WHERE t.topic = '${clicksV1.name}' ${notHad}`;
}

/** Selects one row that a backup would save, if there is one. */
export function anySavedRow(table: string): string {
  const only = table === "log_record" ? ` WHERE topic = '${clicksV1.name}'` : "";
  return `SELECT FROM ${quoted(table)}${only} LIMIT 1`;
}
