import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import type pg from "pg";
import { blankConversions } from "../../clicks/cuts/deleteClicks.ts";
import type { ConversionRow } from "./conversion.ts";

/**
 * Removes visitor data from conversions that were written while a retention deleted their clicks, because the deletion
 * missed rows written after it. Cut dates are stored before a deletion starts, so they are read after the rows were
 * written. May be repeated.
 */
export async function blankCut(
  clickhouse: ClickHouseClient,
  client: pg.Client,
  written: readonly Pick<ConversionRow, "id" | "ownerId" | "linkId" | "clickedAt">[],
): Promise<void> {
  if (written.length === 0) return;
  const { rows } = await client.query<{ ownerId: string; cutBefore: Date }>(
    sql`SELECT owner_id AS "ownerId", cut_before::timestamp AT TIME ZONE 'UTC' AS "cutBefore" FROM click_retention
     WHERE owner_id = ANY (${written.map(({ ownerId }) => ownerId)}::uuid[]) AND cut_before IS NOT NULL`,
  );
  const cuts = new Map(rows.map(({ ownerId, cutBefore }) => [ownerId, cutBefore]));
  const cut = written.filter(({ ownerId, clickedAt }) => {
    const before = cuts.get(ownerId);
    return before !== undefined && clickedAt < before;
  });
  if (cut.length === 0) return;
  const places = cut.map(({ ownerId, linkId, id }) => `(toUUID('${ownerId}'), toUUID('${linkId}'), toUUID('${id}'))`);
  await blankConversions(clickhouse, `(owner_id, link_id, conversion_id) IN (${places.join(", ")})`, {});
}
