import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { quarterMs } from "@hoplog/schema/topics/clickBatch/requests.js";
import { z } from "zod";
import { beforeCut } from "../../clicks/cuts/conditions.ts";
import { select } from "../../clicks/clickhouse/select.ts";
import { missReasonNamed } from "../misses/reasons.ts";
import { balanceOf, type Ledger, type SpanCounts, type SpanName, spanNames } from "./balance.ts";
import { type LedgerBegin, ledgerBegin } from "./begin.ts";
import { readFirstVisits } from "./firstVisits.ts";
import { botPartOf, type Part, partNames } from "./parts.ts";
import { clicksOf, type LedgerQuestion, missedOf, requestsOf, sumsOf } from "./question.ts";

/** Quarters that are more recent than this may be incomplete, although deliveries usually take seconds. */
const recentMs = 30 * 60 * 1000;

/**
 * Returns the requests of a query by category. Redirectors' counts are written slightly before the clicks, so the data
 * is read a second time if the ledger does not balance or its sums differ.
 */
export async function readLedger(clickhouse: ClickHouseClient, question: LedgerQuestion): Promise<Ledger> {
  const begin = await ledgerBegin(clickhouse, question.now);
  const ledger = await readOnce(clickhouse, question, begin);
  return ledger.missing === 0 && ledger.sumsAgree ? ledger : readOnce(clickhouse, question, begin);
}

const number = z.coerce.number();
const span = z.enum(spanNames);
const clickRow = z.object({ span, isBot: z.boolean(), reason: z.string(), requests: number });
const missRow = z.object({ span, reason: z.string(), requests: number });
const requestRow = z.object({
  span,
  clicks: number,
  misses: number,
  dropped: number,
  erased: number,
  forgotten: number,
});
const sumRow = z.object({ people: number, bots: number });
const removedRow = sumRow.extend({ span });

async function readOnce(clickhouse: ClickHouseClient, question: LedgerQuestion, begin: LedgerBegin): Promise<Ledger> {
  const recent = new Date(Math.floor((question.now.getTime() - recentMs) / quarterMs) * quarterMs);
  const seconds = (at: Date) => Math.floor(at.getTime() / 1000);
  const ends = { counted: seconds(begin.counted), recent: seconds(recent), missesFrom: seconds(begin.misses) };
  const spanSql = (at: string) =>
    `multiIf(${at} < toDateTime({counted: UInt32}, 'UTC'), 'before', ${at} < toDateTime({recent: UInt32}, 'UTC'), 'settled', 'recent')`;
  const clicked = clicksOf(question);
  const missed = missedOf(question);
  const requested = requestsOf(question);
  const summed = sumsOf(question);
  const [clicks, misses, requests, [sums = { people: 0, bots: 0 }], removed, firstVisits] = await Promise.all([
    select(
      clickhouse,
      clickRow,
      `SELECT ${spanSql(clicked.at)} AS span, is_bot AS isBot, bot_reason AS reason, count() AS requests
       FROM clicks WHERE ${clicked.sql} GROUP BY span, is_bot, bot_reason`,
      { ...clicked.params, ...ends },
    ),
    select(
      clickhouse,
      missRow,
      `SELECT ${spanSql("at")} AS span, reason, count() AS requests FROM misses_by_owner
       WHERE ${missed.sql} AND at >= toDateTime({missesFrom: UInt32}, 'UTC') GROUP BY span, reason`,
      { ...missed.params, ...ends },
    ),
    select(
      clickhouse,
      requestRow,
      `SELECT ${spanSql("quarter")} AS span, sum(k.clicks) AS clicks, sum(k.misses) AS misses, sum(k.dropped) AS dropped,
         sum(k.erased) AS erased, sumIf(k.misses, k.erased = 0 AND quarter < toDateTime({missesFrom: UInt32}, 'UTC')) AS forgotten
       FROM (SELECT owner_id, link_id, domain, quarter, sum(r.clicks) AS clicks, sum(r.misses) AS misses, sum(r.dropped) AS dropped,
           sum(r.erased) AS erased
         FROM request_quarter AS r WHERE ${requested.sql} GROUP BY owner_id, link_id, domain, quarter) AS k
       GROUP BY span`,
      { ...requested.params, ...ends },
    ),
    select(
      clickhouse,
      sumRow,
      `SELECT ${summed.people} AS people, ${summed.bots} AS bots FROM ${summed.table} WHERE ${summed.sql}`,
      summed.params,
    ),
    // Reads the sums of days whose single clicks a retention has deleted.
    select(
      clickhouse,
      removedRow,
      `SELECT ${spanSql("quarter")} AS span, ${summed.people} AS people, ${summed.bots} AS bots FROM ${summed.table}
       WHERE ${summed.sql} AND ${beforeCut("quarter")} GROUP BY span`,
      { ...summed.params, ...ends },
    ),
    readFirstVisits(clickhouse, question),
  ]);
  const removedAs = (who: "people" | "bots") => removed.map((one) => ({ span: one.span, requests: one[who] }));

  const gone = [...removedAs("people"), ...removedAs("bots")];
  const counts = (name: SpanName): SpanCounts => {
    const found = requests.find((one) => one.span === name) ?? { clicks: 0, misses: 0, dropped: 0, erased: 0 };
    return { ...found, parts: sumOf([...clicks, ...misses, ...gone].filter((one) => one.span === name)) };
  };
  const forgotten = requests.find((one) => one.span === "settled")?.forgotten ?? 0;
  const balance = balanceOf(
    { before: counts("before"), settled: counts("settled"), recent: counts("recent") },
    forgotten,
  );
  const people = sumOf(clicks.filter(({ isBot }) => !isBot));
  const bots = sumOf(clicks.filter(({ isBot }) => isBot));
  const parts: Part[] = [
    { part: "firstVisit", reason: null, requests: Math.min(people, firstVisits) },
    { part: "repeat", reason: null, requests: Math.max(0, people - firstVisits) },
    ...byReason(clicks.filter(({ isBot }) => isBot)).map(([reason, count]) => {
      const part = botPartOf(reason);
      return { part, reason: part === "head" || part === "prefetch" ? null : reason, requests: count };
    }),
    ...byReason(misses).map(([reason, count]): Part => ({
      part: "miss",
      reason: missReasonNamed(reason),
      requests: count,
    })),
    { part: "removed", reason: "people", requests: sumOf(removedAs("people")) },
    { part: "removed", reason: "bots", requests: sumOf(removedAs("bots")) },
  ];
  return {
    ...balance,
    parts: parts.filter((one) => one.requests > 0).toSorted(inOrder),
    countedSince: begin.counted,
    sums,
    sumsAgree: sums.people === people + sumOf(removedAs("people")) && sums.bots === bots + sumOf(removedAs("bots")),
  };
}

function sumOf(rows: readonly { readonly requests: number }[]): number {
  return rows.reduce((sum, { requests }) => sum + requests, 0);
}

function byReason(rows: readonly { readonly reason: string; readonly requests: number }[]): [string, number][] {
  return Array.from(
    Map.groupBy(rows, ({ reason }) => reason),
    ([reason, of]) => [reason, sumOf(of)],
  );
}

function inOrder(a: Part, b: Part): number {
  return partNames.indexOf(a.part) - partNames.indexOf(b.part) || b.requests - a.requests;
}
