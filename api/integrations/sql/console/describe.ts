import { z } from "zod";
import { authorizeOwn, type Member } from "../../../kernel/access/authorize.ts";
import { type ClickHouse, select } from "../../../clicks/clickhouse/select.ts";
import type { Console } from "./run.ts";

export interface ViewOfConsole {
  readonly name: string;
  readonly comment: string;
  readonly columns: readonly { readonly name: string; readonly type: string; readonly comment: string }[];
}

const row = z.object({ view: z.string(), about: z.string(), name: z.string(), type: z.string(), comment: z.string() });

/** Returns the views that a query may read, with their columns; null without a console. */
export async function describeConsole(
  { clickhouse, sqlConsole }: ClickHouse & { readonly sqlConsole: Console | null },
  member: Member,
): Promise<ViewOfConsole[] | null> {
  authorizeOwn(member, "sql:run");
  if (!sqlConsole) return null;
  const rows = await select(
    clickhouse,
    row,
    `SELECT columns.table AS view, tables.comment AS about, columns.name AS name, type, columns.comment AS comment
     FROM system.columns AS columns
     JOIN system.tables AS tables ON columns.database = tables.database AND columns.table = tables.name
     WHERE columns.database = {database:String} ORDER BY view, position`,
    { database: sqlConsole.database },
  );
  // The first API process may still be creating the views.
  if (rows.length === 0) return null;
  return [...Map.groupBy(rows, ({ view }) => view)].map(([name, columns]) => ({
    name,
    comment: columns[0]?.about ?? "",
    columns: columns.map(({ name: column, type, comment }) => ({ name: column, type, comment })),
  }));
}
