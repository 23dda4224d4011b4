import { sql } from "@hoplog/platform/postgres/sql.js";
import { clicksV1 } from "@hoplog/schema/topics/topic.js";
import type { ClientBase } from "pg";
import { quoted } from "../../kernel/database/tableNames.ts";

/** A table with the columns that can be written. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

/** Cursors: services write them by themselves, and a restore deletes what is there. */
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
  // A start of commit 6dbd9b43, which is refused, creates it again.
  "api_migration",
  "hoplog_migration",
  // Leased visits are saved as used ones: see usedAndLeased.
  "lease_holder",
  "visit_lease",
];

/**
 * All tables that a backup holds, those that others refer to first. Unlogged ones are left out: they hold nothing that
 * must outlive a crash.
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
    if (free.length === 0) throw new Error(`tables refer to each other: ${[...waiting.keys()].join(", ")}`);
    for (const { name, columns } of free) {
      ordered.push({ name, columns });
      waiting.delete(name);
    }
  }
  return ordered;
}

/**
 * Visits that were leased when the backup was made count as used: nobody would know after a restore how many of them were, and
 * a link leads no more people on than its cap allows.
 */
const usedAndLeased = `(t.used + coalesce((SELECT sum(visits) FROM visit_lease
  WHERE visit_lease.link_id = t.link_id AND cap_number = t.number), 0))::integer`;

/**
 * The query whose rows are saved. Transaction ids belong to the Postgres that gave them: in the backup all are 0, and
 * positions alone give the order. Of the topics only clicks on their way are saved: what was counted is in ClickHouse,
 * and states of codes are published anew.
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

/** Finds one row of a table that a backup would save. */
export function anySavedRow(table: string): string {
  const only = table === "log_record" ? ` WHERE topic = '${clicksV1.name}'` : "";
  return `SELECT FROM ${quoted(table)}${only} LIMIT 1`;
}
