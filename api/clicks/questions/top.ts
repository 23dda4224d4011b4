import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { z } from "zod";
import type { Condition } from "../clickhouse/condition.ts";
import { select } from "../clickhouse/select.ts";

/** The first rows of a list. */
export interface Top<Row> {
  readonly rows: readonly Row[];
  /** Total number of rows, or only of those with a known value, if the query counts only these. */
  readonly distinct: number;
}

interface Listed {
  readonly limit: number;
  /** SQL order of the list. Default: most clicks first, then by value. */
  readonly order?: string;
  /** SQL that counts the rows with known values; by default all rows are counted. */
  readonly distinct?: string;
}

const counted = z.looseObject({ distinct: z.coerce.number() });

/** Reads the first rows of a query, and its total number of rows. */
export async function readTop<S extends z.ZodType>(
  clickhouse: ClickHouseClient,
  row: S,
  { sql, params }: Condition,
  { limit, order = "clicks DESC, value", distinct = "count()" }: Listed,
): Promise<Top<z.output<S>>> {
  const found = await select(
    clickhouse,
    counted,
    `SELECT *, ${distinct} OVER () AS distinct FROM (${sql}) ORDER BY ${order} LIMIT {limit: UInt32}`,
    { ...params, limit },
  );
  return { rows: row.array().parse(found), distinct: found[0]?.distinct ?? 0 };
}
