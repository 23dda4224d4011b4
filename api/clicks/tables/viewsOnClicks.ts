import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { z } from "zod";
import { jsonRows } from "./clickHouseSnapshot.ts";

const viewRow = z.object({ name: z.string(), target: z.string(), query: z.string() });

/** A view that sums up clicks as they come in. */
export type ClickView = z.output<typeof viewRow>;

export async function viewsOnClicks(clickhouse: ClickHouseClient): Promise<ClickView[]> {
  return jsonRows(
    clickhouse,
    viewRow,
    `SELECT name, extract(create_table_query, ' TO [^.]+\\\\.(\\\\w+)') AS target, as_select AS query FROM system.tables
     WHERE database = currentDatabase() AND engine = 'MaterializedView' AND match(as_select, 'FROM \\\\S*\\\\bclicks\\\\b')
     ORDER BY target`,
  );
}

/** The query of a view with another table in place of `clicks`. */
export function readingFrom(query: string, table: string): string {
  const other = query.replaceAll(/\bFROM (\S*\.)?`?clicks`?(?=\s|$)/g, () => `FROM ${table}`);
  if (other === query) throw new Error(`A view reads clicks in another way than expected: ${query.slice(0, 200)}`);
  return other;
}
