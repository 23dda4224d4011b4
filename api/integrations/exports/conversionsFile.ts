import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { z } from "zod";
import { select } from "../../clicks/clickhouse/select.ts";
import {
  type ExportedClicks,
  type ExportedFile,
  firstMoment,
  linksOfOwner,
  openFile,
  type PeriodMark,
  rangeParams,
} from "./clicksFile.ts";

/**
 * The columns of the analysts' view `conversions` (schema/clickhouse/analytics/conversions.sql), and the report time.
 */
const columns = `
  toString(sold.owner_id) AS workspace_id, toString(sold.conversion_id) AS conversion_id, sold.reported_at AS reported_at,
  sold.type AS type, sold.name AS name, sold.amount AS amount, sold.refunded AS refunded, sold.currency AS currency,
  sold.converted_at AS converted_at, sold.at AS clicked_at, toString(sold.click_id) AS click_id,
  toString(sold.link_id) AS link_id, links.code AS code, links.name AS link_name,
  toString(links.in_group) AS group_id, links.group_name AS group_name, sold.matched AS matched,
  sold.is_bot AS is_bot, sold.country AS country, sold.region AS region, sold.city AS city, sold.isp AS network,
  sold.device AS device, sold.browser AS browser, sold.os AS os, sold.referrer AS referrer,
  sold.utm_source AS utm_source, sold.utm_medium AS utm_medium, sold.utm_campaign AS utm_campaign,
  sold.utm_term AS utm_term, sold.utm_content AS utm_content, sold.languages AS languages,
  sold.domain AS domain, sold.rule AS rule, sold.arm AS arm, sold.trigger AS trigger`;

/** Selects by report time, so that late conversions are in a file that is not written yet. */
const reported = (bots: boolean) => `owner_id = {owner: UUID} AND NOT removed
  AND reported_at >= {from: DateTime64(3, 'UTC')} AND reported_at < {to: DateTime64(3, 'UTC')}${bots ? "" : " AND NOT is_bot"}`;

/** Reads the conversions that were reported in a range as one Parquet file, always in the same order. */
export function openConversionsFile(
  clickhouse: ClickHouseClient,
  { ownerId, from, to, bots }: ExportedClicks,
  signal: AbortSignal,
): Promise<ExportedFile> {
  const query = `SELECT ${columns} FROM (SELECT * FROM conversions FINAL WHERE ${reported(bots)}) AS sold
    LEFT ANY JOIN (${linksOfOwner}) AS links ON sold.link_id = links.link_id
    ORDER BY sold.reported_at, sold.conversion_id FORMAT Parquet`;
  return openFile(clickhouse, query, rangeParams(ownerId, from, to), signal);
}

const markRow = z.object({ start: z.coerce.number(), rows: z.coerce.number(), mark: z.coerce.number() });

/**
 * Computes each period's mark, which changes if a conversion is added, deleted or refunded, its click is found, or its
 * click's bot verdict changes.
 */
export async function conversionMarks(
  clickhouse: ClickHouseClient,
  { ownerId, from, to, bots }: ExportedClicks,
  periodMs: number,
): Promise<ReadonlyMap<number, PeriodMark>> {
  const rows = await select(
    clickhouse,
    markRow,
    // Marks are limited to the bits of a JavaScript number. Marks of conversions by people without refunds equal those
    // already stored.
    `SELECT intDiv(toUnixTimestamp(reported_at), {seconds: UInt32}) * {seconds: UInt32} * 1000 AS start, count() AS rows,
       bitAnd(groupBitXor(multiIf(refunded > 0, cityHash64(conversion_id, matched, is_bot, refunded),
         is_bot, cityHash64(conversion_id, matched, is_bot), cityHash64(conversion_id, matched))), 9007199254740991) AS mark
     FROM conversions FINAL WHERE ${reported(bots)} GROUP BY start`,
    { ...rangeParams(ownerId, from, to), seconds: periodMs / 1000 },
    { maxThreads: 1 },
  );
  return new Map(rows.map(({ start, ...mark }) => [start, mark]));
}

/** Returns when the workspace's first conversion was reported. */
export function firstConversion(clickhouse: ClickHouseClient, ownerId: string): Promise<Date | null> {
  return firstMoment(clickhouse, "reported_at", "conversions", ownerId, "NOT removed");
}
