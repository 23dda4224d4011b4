import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { z } from "zod";
import { select } from "../../clicks/clickhouse/select.ts";

const tablesByOwner = [
  "clicks",
  "link_quarter",
  "link_day",
  "link_day_value",
  "request_quarter",
  "imported_visits",
  "conversions",
];
/** Tables that are not sorted by link: each query scans the whole table, however many links it checks. */
const tablesByCode = ["misses", "misses_by_owner"];

const row = z.object({ id: z.string() });

/**
 * Returns which of the given links have rows in ClickHouse. The client must use a single server, which has caught up.
 */
export async function linksWithRows(
  clickhouse: ClickHouseClient,
  links: readonly { readonly id: string; readonly ownerId: string }[],
): Promise<ReadonlySet<string>> {
  const parts = [
    ...tablesByOwner.map(
      (table) => `${table} WHERE owner_id IN {owners: Array(UUID)} AND link_id IN {links: Array(UUID)}`,
    ),
    ...tablesByCode.map((table) => `${table} WHERE link_id IN {links: Array(UUID)}`),
  ];
  const rows = await select(
    clickhouse,
    row,
    `SELECT DISTINCT toString(link_id) AS id FROM (${parts.map((part) => `SELECT DISTINCT link_id FROM ${part}`).join(" UNION ALL ")})`,
    { owners: [...new Set(links.map(({ ownerId }) => ownerId))], links: links.map(({ id }) => id) },
    { maxSeconds: 0 },
  );
  return new Set(rows.map(({ id }) => id));
}
