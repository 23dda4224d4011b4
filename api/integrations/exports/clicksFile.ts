import type { Readable } from "node:stream";
import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { z } from "zod";
import { select } from "../../clicks/clickhouse/select.ts";

/** Clicks of one workspace in a half-open time range. */
export interface ExportedClicks {
  readonly ownerId: string;
  readonly from: Date;
  readonly to: Date;
  readonly bots: boolean;
}

/** How long ClickHouse may take for one file. */
export const queryMs = 10 * 60 * 1000;

/**
 * The columns of the analysts' view `clicks` (schema/clickhouse/analytics/clicks.sql), without the user agent. Ids are
 * strings: not every Parquet reader supports UUIDs.
 */
const columns = `
  toString(clicks.owner_id) AS workspace_id, clicks.at AS clicked_at, toString(clicks.click_id) AS click_id,
  toString(clicks.link_id) AS link_id, links.code AS code, links.name AS link_name,
  toString(links.in_group) AS group_id, links.group_name AS group_name,
  clicks.is_bot AS is_bot, clicks.bot_reason AS bot_reason, clicks.visitor AS visitor,
  clicks.country AS country, clicks.region AS region, clicks.city AS city, clicks.isp AS network,
  clicks.device AS device, clicks.browser AS browser, clicks.browser_version AS browser_version,
  clicks.os AS os, clicks.os_version AS os_version, clicks.referrer AS referrer,
  clicks.utm_source AS utm_source, clicks.utm_medium AS utm_medium, clicks.utm_campaign AS utm_campaign,
  clicks.utm_term AS utm_term, clicks.utm_content AS utm_content, clicks.languages AS languages,
  clicks.bot_rules AS bot_rules, clicks.revision AS link_revision, clicks.domain AS domain,
  clicks.rule AS rule, clicks.arm AS arm, clicks.trigger AS trigger,
  clicks.visited_path AS visited_path`;

/** SQL for the workspace's links in their current state. */
export const linksOfOwner = `
  SELECT links.link_id AS link_id, links.code AS code, links.name AS name,
    if(link_groups.name = '', NULL, links.group_id) AS in_group, link_groups.name AS group_name
  FROM (SELECT * FROM links FINAL WHERE owner_id = {owner: UUID}) AS links
  LEFT ANY JOIN (SELECT group_id, name FROM link_groups FINAL WHERE owner_id = {owner: UUID}) AS link_groups
    ON links.group_id = link_groups.group_id`;

export interface ExportedFile {
  /** A Parquet stream. ClickHouse has finished the query before the stream begins. */
  readonly stream: Readable;
  readonly rows: number;
}

const summary = z.object({ result_rows: z.coerce.number() });

/** Reads the clicks as one Parquet file, always in the same order. */
export function openClicksFile(
  clickhouse: ClickHouseClient,
  { ownerId, from, to, bots }: ExportedClicks,
  signal: AbortSignal,
): Promise<ExportedFile> {
  const query = `SELECT ${columns} FROM clicks LEFT ANY JOIN (${linksOfOwner}) AS links ON clicks.link_id = links.link_id
      WHERE clicks.owner_id = {owner: UUID} AND clicks.at >= {from: DateTime64(3, 'UTC')} AND clicks.at < {to: DateTime64(3, 'UTC')}
        ${bots ? "" : "AND NOT clicks.is_bot"}
      ORDER BY clicks.link_id, clicks.at, clicks.click_id FORMAT Parquet`;
  return openFile(clickhouse, query, rangeParams(ownerId, from, to), signal);
}

/** Runs a query and returns its result as a file. */
export async function openFile(
  clickhouse: ClickHouseClient,
  query: string,
  params: Record<string, unknown>,
  signal: AbortSignal,
): Promise<ExportedFile> {
  const answer = await clickhouse.exec({
    query,
    query_params: params,
    abort_signal: signal,
    clickhouse_settings: {
      // ClickHouse buffers the result, on disk if it is large: an error has an HTTP status, and the number of rows is
      // known.
      wait_end_of_query: 1,
      max_execution_time: queryMs / 1000,
      max_threads: 1,
      max_bytes_before_external_sort: String(256 * 1024 * 1024),
    },
  });
  const { result_rows: rows } = summary.parse(answer.summary ?? {});
  return { stream: answer.stream, rows };
}

/** Fingerprint of a period's rows. While it is unchanged, the period's file is unchanged too. */
export interface PeriodMark {
  readonly rows: number;
  readonly mark: number;
}

const sums = z.object({ start: z.coerce.number(), counted: z.coerce.number() });

/** Counts the clicks of each period, by its start in milliseconds; empty periods are omitted. */
export async function clickMarks(
  clickhouse: ClickHouseClient,
  { ownerId, from, to, bots }: ExportedClicks,
  periodMs: number,
): Promise<ReadonlyMap<number, PeriodMark>> {
  const rows = await select(
    clickhouse,
    sums,
    `SELECT intDiv(toUnixTimestamp(quarter), {seconds: UInt32}) * {seconds: UInt32} * 1000 AS start,
       toInt64(sum(q.people) + ${bots ? "sum(q.bots)" : "0"}) AS counted
     FROM owner_quarter AS q
     WHERE owner_id = {owner: UUID} AND quarter >= toDateTime({from: DateTime64(3, 'UTC')}) AND quarter < toDateTime({to: DateTime64(3, 'UTC')})
     GROUP BY start HAVING counted > 0`,
    { ...rangeParams(ownerId, from, to), seconds: periodMs / 1000 },
    { maxThreads: 1 },
  );
  return new Map(rows.map(({ start, counted }) => [start, { rows: counted, mark: counted }]));
}

const firstRow = z.object({ first: z.coerce.number().nullable() });

/** Returns the quarter of an hour of the workspace's first click. */
export function firstClick(clickhouse: ClickHouseClient, ownerId: string): Promise<Date | null> {
  return firstMoment(clickhouse, "quarter", "owner_quarter", ownerId);
}

/** Returns the minimum of a column of the workspace's rows; null without rows. */
export async function firstMoment(
  clickhouse: ClickHouseClient,
  column: string,
  table: string,
  ownerId: string,
  where = "true",
): Promise<Date | null> {
  const [row] = await select(
    clickhouse,
    firstRow,
    `SELECT toUnixTimestamp(minOrNull(${column})) AS first FROM ${table} WHERE owner_id = {owner: UUID} AND ${where}`,
    { owner: ownerId },
  );
  return row?.first ? new Date(row.first * 1000) : null;
}

export function rangeParams(owner: string, from: Date, to: Date): Record<string, unknown> {
  return { owner, from: textOf(from), to: textOf(to) };
}

function textOf(at: Date): string {
  return at.toISOString().replace("T", " ").replace("Z", "");
}
