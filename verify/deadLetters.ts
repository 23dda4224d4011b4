import { sql } from "@hoplog/platform/postgres/sql.js";
import { counted } from "@hoplog/schema/counted.js";
import { clicksByHeader } from "@hoplog/schema/topics/clickBatch/decode.js";
import { headerSize } from "@hoplog/schema/topics/clickBatch/layout.js";
import type { ClientBase } from "pg";

interface Letter {
  readonly header: Buffer;
  readonly bytes: number;
  readonly recordedAt: Date;
}

/**
 * Describes in one line the batches that ingest could not read, with their clicks; empty if there are none, or before
 * the first start of ingest, which creates the table.
 */
export async function deadLetters(database: ClientBase): Promise<string[]> {
  const { rows: there } = await database.query<{ table: string | null }>(
    "SELECT to_regclass('dead_letter')::text AS table",
  );
  if (!there[0]?.table) return [];
  const { rows } = await database.query<Letter>(
    sql`SELECT substring(value FROM 1 FOR ${headerSize}) AS header, octet_length(value)::float8 AS bytes,
      recorded_at AS "recordedAt"
     FROM dead_letter ORDER BY recorded_at`,
  );
  const [first] = rows;
  if (!first) return [];
  const bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
  return [
    `${counted(rows.length, "batch", "batches")} of clicks (${clicksIn(rows)}, ${counted(bytes, "byte")}) since ${first.recordedAt.toISOString()} could not be read: make dead-letters`,
  ];
}

/**
 * Formats the number of clicks in batches. A damaged batch's header may be damaged too, so its click count is used only
 * if it fits the batch's size.
 */
function clicksIn(letters: readonly Letter[]): string {
  const clicks = letters.map(({ header, bytes }) => clicksByHeader(header, bytes));
  const known = clicks.filter((count) => count !== null);
  const unknown = letters.length - known.length;
  if (known.length === 0) return "an unknown number of clicks";
  const sum = counted(
    known.reduce((total, count) => total + count, 0),
    "click",
  );
  return unknown === 0 ? sum : `${sum} and those of ${counted(unknown, "batch", "batches")} that cannot be counted`;
}
