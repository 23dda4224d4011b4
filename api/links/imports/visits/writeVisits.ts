import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import type { ImportSource } from "@hoplog/schema/imports/sources.js";
import type { VisitRow } from "./visitRows.ts";

interface Origin {
  readonly id: string;
  readonly ownerId: string;
  readonly source: ImportSource;
}

/** Rows of one link, and the ordinal of the first of them. */
export interface LinkRows {
  readonly linkId: string;
  readonly ordinal: number;
  readonly rows: readonly VisitRow[];
}

/** Stores visits of links. Rows with the same ordinals are replaced. */
export async function writeVisits(
  clickhouse: ClickHouseClient,
  { id, ownerId, source }: Origin,
  links: readonly LinkRows[],
): Promise<void> {
  const values = links.flatMap(({ linkId, ordinal, rows }) =>
    rows.map(({ quarter, isBot, ...row }, i) => ({
      owner_id: ownerId,
      link_id: linkId,
      ordinal: ordinal + i,
      import_id: id,
      source,
      is_dated: quarter !== null,
      quarter: quarter ?? 0,
      is_bot: isBot,
      ...row,
    })),
  );
  if (values.length > 0) await clickhouse.insert({ table: "imported_visits", format: "JSONEachRow", values });
}
