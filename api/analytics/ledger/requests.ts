import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { z } from "zod";
import type { Condition } from "../../clicks/clickhouse/condition.ts";
import { select } from "../../clicks/clickhouse/select.ts";
import { countryName } from "@hoplog/platform/visitor/countryName.js";
import { type MissReason, missReasons, missReasonNamed, recordedReason } from "../misses/reasons.ts";
import { botPartSql, type PartName } from "./parts.ts";
import { clicksOf, type LedgerQuestion, missedOf } from "./question.ts";
import { explainClassification } from "./explainClassification.ts";

/** A request with its classification reason. */
export interface LedgerRequest {
  readonly id: string;
  readonly at: Date;
  /** Id of the requested link; null if it is unknown. */
  readonly linkId: string | null;
  /** The requested code of a miss. */
  readonly code: string | null;
  readonly explanation: string;
  readonly countryCode: string;
  readonly country: string;
  readonly city: string;
  readonly device: string;
  readonly browser: string;
  readonly operatingSystem: string;
  readonly isp: string;
  readonly referrer: string;
}

export interface RequestsQuestion {
  readonly part: PartName;
  /** Exact reason; null for any. Ignored for visits by people. */
  readonly reason: string | null;
  readonly limit: number;
  /** Position after which the page starts. */
  readonly after: { readonly at: Date; readonly id: string } | null;
}

const row = z.object({
  id: z.guid(),
  ms: z.coerce.number(),
  linkId: z.guid(),
  code: z.string().nullable(),
  isBot: z.boolean(),
  reason: z.string(),
  rules: z.number(),
  firstMs: z.coerce.number(),
  countryCode: z.string(),
  city: z.string(),
  device: z.string(),
  browser: z.string(),
  operatingSystem: z.string(),
  isp: z.string(),
  referrer: z.string(),
});

const dayMs = 24 * 60 * 60 * 1000;
const dayRow = z.object({ day: z.iso.date(), requests: z.coerce.number() });

/**
 * Returns requests, newest first. First finds the UTC days with matching requests and then reads day by day, because
 * only all clicks of a day show which ones are first visits.
 */
export async function readRequests(
  clickhouse: ClickHouseClient,
  question: LedgerQuestion,
  asked: RequestsQuestion,
): Promise<LedgerRequest[]> {
  // Deleted clicks cannot be listed, because only their sums remain.
  if (asked.part === "removed") return [];
  const found: LedgerRequest[] = [];
  for (const { day } of await daysWith(clickhouse, question, asked)) {
    found.push(...(await readDay(clickhouse, question, { ...asked, limit: asked.limit - found.length }, day)));
    if (found.length >= asked.limit) break;
  }
  return found;
}

/** Returns the days with matching requests, newest first; at most as many as one page can need. */
async function daysWith(
  clickhouse: ClickHouseClient,
  question: LedgerQuestion,
  { part, reason, limit, after }: RequestsQuestion,
) {
  const { from, to } = question.range;
  // Reads whole days, because a visit before the range makes the next one a repeat.
  const range = { from: from && new Date(Math.floor(from.getTime() / dayMs) * dayMs), to };
  const source = part === "miss" ? missedOf(question) : clicksOf(question, range);
  const visits = "count() - uniqExact(link_id, visitor)";
  const { sql, params } = partCondition(part, reason);
  return select(
    clickhouse,
    dayRow,
    `SELECT toDate(${source.at}) AS day, ${part === "repeat" ? visits : "count()"} AS requests FROM ${source.table}
     WHERE ${source.sql} AND ${sql} ${after ? `AND toDate(${source.at}) <= toDate({last: UInt32})` : ""}
     GROUP BY day HAVING requests > 0 ORDER BY day DESC LIMIT {days: UInt32}`,
    { ...source.params, ...params, days: limit + 1, ...(after && { last: Math.floor(after.at.getTime() / 1000) }) },
  );
}

/** Returns the SQL condition for a part, without distinguishing first visits from repeats. */
function partCondition(part: PartName, reason: string | null): Condition {
  if (part === "miss") {
    const known = missReasons.find((name) => name === reason);
    if (reason === null) return { sql: "true", params: {} };
    return { sql: "reason = {reason: String}", params: { reason: known ? recordedReason(known) : reason } };
  }
  if (part === "firstVisit" || part === "repeat") return { sql: "NOT is_bot", params: {} };
  if (part === "removed") return { sql: "false", params: {} };
  const sql = botPartSql(part);
  if (reason === null) return { sql, params: {} };
  return { sql: `${sql} AND bot_reason = {reason: String}`, params: { reason } };
}

async function readDay(
  clickhouse: ClickHouseClient,
  question: LedgerQuestion,
  asked: RequestsQuestion,
  day: string,
): Promise<LedgerRequest[]> {
  const { sql, params } = asked.part === "miss" ? missesOfDay(question, asked) : clicksOfDay(question, asked, day);
  const behind = asked.after ? "AND (ms, id) < ({afterMs: Int64}, {afterId: UUID})" : "";
  const rows = await select(
    clickhouse,
    row,
    `SELECT * FROM (${sql}) WHERE ${inRange(question)} ${behind} ORDER BY ms DESC, id DESC LIMIT {limit: UInt32}`,
    {
      ...params,
      ...rangeMs(question),
      day,
      limit: asked.limit,
      ...(asked.after && { afterMs: asked.after.at.getTime(), afterId: asked.after.id }),
    },
  );
  return rows.map((one) => requestOf(one, asked.part));
}

/** Reads the whole day even if the range starts within it, because an earlier visit makes the next one a repeat. */
function clicksOfDay(question: LedgerQuestion, { part, reason }: RequestsQuestion, day: string): Condition {
  const from = new Date(`${day}T00:00:00Z`);
  const source = clicksOf(question, { from, to: new Date(from.getTime() + dayMs) });
  const condition = partCondition(part, reason);
  const isVisit = part === "firstVisit" || part === "repeat";
  const nth = "row_number() OVER (PARTITION BY link_id, visitor ORDER BY at, click_id)";
  const columns = `click_id AS id, toUnixTimestamp64Milli(at) AS ms, link_id AS linkId, NULL AS code, is_bot AS isBot,
    bot_reason AS reason, bot_rules AS rules, country AS countryCode, city, device, browser, os AS operatingSystem, isp, referrer`;
  const visits = `SELECT ${columns}, toUnixTimestamp64Milli(min(at) OVER (PARTITION BY link_id, visitor)) AS firstMs, ${nth} AS nth
    FROM clicks WHERE ${source.sql} AND ${condition.sql}`;
  return {
    sql: isVisit
      ? `SELECT * EXCEPT nth FROM (${visits}) WHERE nth ${part === "repeat" ? "> 1" : "= 1"}`
      : `SELECT ${columns}, 0 AS firstMs FROM clicks WHERE ${source.sql} AND ${condition.sql}`,
    params: { ...source.params, ...condition.params },
  };
}

/** Misses have no stored id. The id is a hash of their values, which defines an order within a millisecond. */
function missesOfDay(question: LedgerQuestion, { part, reason }: RequestsQuestion): Condition {
  const source = missedOf(question);
  const condition = partCondition(part, reason);
  const said = "at, domain, code, host, path, link_id, referrer, country, device, browser, os";
  return {
    sql: `SELECT toUUID(replaceRegexpOne(lower(hex(sipHash128(${said},
        row_number() OVER (PARTITION BY ${said})))), '^(.{8})(.{4}).(.{3}).(.{3})(.{12})$', '\\\\1-\\\\2-8\\\\3-8\\\\4-\\\\5')) AS id,
      toUnixTimestamp64Milli(at) AS ms, link_id AS linkId, code, is_bot AS isBot, reason, 0 AS rules, country AS countryCode, '' AS city,
      device, browser, os AS operatingSystem, '' AS isp, referrer, 0 AS firstMs
    FROM misses_by_owner WHERE ${source.sql} AND ${condition.sql} AND toDate(at) = {day: Date}`,
    params: { ...source.params, ...condition.params },
  };
}

function inRange({ range }: LedgerQuestion): string {
  return [range.from ? "ms >= {fromMs: Int64}" : "true", range.to ? "ms < {toMs: Int64}" : "true"].join(" AND ");
}

function rangeMs({ range: { from, to } }: LedgerQuestion) {
  return { ...(from && { fromMs: from.getTime() }), ...(to && { toMs: to.getTime() }) };
}

const noLink = "00000000-0000-0000-0000-000000000000";

function requestOf(found: z.output<typeof row>, part: PartName): LedgerRequest {
  const { ms, firstMs, linkId, isBot: _isBot, reason, rules, ...rest } = found;
  const missed: MissReason | null = part === "miss" ? missReasonNamed(reason) : null;
  return {
    ...rest,
    at: new Date(ms),
    linkId: linkId === noLink ? null : linkId,
    country: countryName(found.countryCode),
    explanation: explainClassification({ part, reason, missed, rules, at: new Date(ms), firstAt: new Date(firstMs) }),
  };
}
