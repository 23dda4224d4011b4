import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import type { ClickFilter } from "@hoplog/schema/clicks/filters.js";
import { validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import type { ShareDimension, SharePeriod } from "@hoplog/schema/shares/share.js";
import { chartOf } from "../../analytics/account/chart.ts";
import { type Figures, figuresOf } from "../../analytics/account/figures.ts";
import type { ChartPoint, Interval } from "../../clicks/questions/intervals.ts";
import type { ClickQuestion } from "../../clicks/questions/question.ts";
import { type TopList, topLists } from "../../analytics/account/tops.ts";
import type { ShortUrl } from "../../kernel/calls/capabilities.ts";
import { clicksSinceWithin } from "../../clicks/cuts/mark.ts";
import { type Converted, convertedIn, noConversions } from "../../analytics/conversions/converted.ts";
import { conversionsByValue } from "../../analytics/conversions/values.ts";
import { dayOf, startOfDay } from "../../clicks/counts/range.ts";
import { shortUrlOf } from "../../links/core/domainOfLink.ts";
import type { VisitedShare } from "./visit.ts";
import { requestedFilterTexts } from "../../clicks/questions/requestedFilters.ts";

/** A visitor's choices on a shared page. */
export interface PageView {
  readonly period: SharePeriod;
  /** Validated filters, which use only dimensions that the page shows. */
  readonly filters: readonly ClickFilter[];
}

/** The data that visitors of a shared page get, without ids, destinations or IP addresses. */
export interface SharedPage {
  readonly name: string;
  readonly target: {
    readonly kind: VisitedShare["target"];
    readonly name: string | null;
    readonly shortUrl: string | null;
  };
  readonly timeZone: string;
  readonly from: Date | null;
  /** First UTC day with lists and filters, if older clicks of the period were deleted; otherwise null. */
  readonly clicksSince: string | null;
  readonly expiresAt: Date | null;
  readonly period: SharePeriod;
  readonly interval: Interval;
  readonly figures: Partial<Pick<Figures, "clicks" | "uniqueVisitors" | "bots"> & Converted>;
  readonly chart: readonly ChartPoint[] | null;
  readonly tops: readonly SharedList[];
}

interface SharedList extends Pick<TopList, "distinct"> {
  readonly field: ShareDimension;
  readonly rows: readonly (TopList["rows"][number] & Partial<Converted>)[];
}

/**
 * Parses a visitor's filters. Allows only the operation `is` on dimensions that the page shows, and never links, groups
 * and domains. Throws VALIDATION_ERROR on `filter`.
 */
export function visitorsFilters(share: Pick<VisitedShare, "dimensions">, texts: readonly string[]): ClickFilter[] {
  const filters = requestedFilterTexts(texts);
  const refused = filters.find(({ field, op }) => op !== "is" || !share.dimensions.some((name) => name === field));
  if (refused) {
    const message = `This page cannot be filtered by ${refused.field} with ${refused.op}`;
    throw validationError([{ field: "filter", message }]);
  }
  if (filters.reduce((sum, { values }) => sum + values.length, 0) > limits.shareFilterValues) {
    throw validationError([{ field: "filter", message: `Must contain at most ${limits.shareFilterValues} values` }]);
  }
  return filters;
}

const hourMs = 60 * 60 * 1000;
const daysOf = { "7d": 7, "30d": 30, "90d": 90, "12m": 365 } as const;

/** Builds the query for a page's clicks, as for the owner's own analytics; never before `fromAt`. */
export function questionOf(share: VisitedShare, { period, filters }: PageView, now: Date): ClickQuestion {
  const { ownerId, timeZone, fromAt } = share;
  const wanted = beginOf(period, timeZone, now);
  const from = wanted && fromAt ? (wanted > fromAt ? wanted : fromAt) : (wanted ?? fromAt);
  return {
    ownerId,
    range: { from, to: null },
    tz: timeZone,
    bots: false,
    filters: [...targetFilter(share), ...filters],
    now,
  };
}

function beginOf(period: SharePeriod, timeZone: string, now: Date): Date | null {
  if (period === "all") return null;
  if (period === "24h") return new Date(Math.floor(now.getTime() / hourMs) * hourMs - 23 * hourMs);
  return startOfDay(dayOf(now, timeZone), timeZone, 1 - daysOf[period]);
}

function targetFilter({ target, targetId }: VisitedShare): ClickFilter[] {
  return target === "workspace" ? [] : [{ field: target, op: "is", values: [targetId ?? ""] }];
}

/** Returns the interval: hours for a period of a day, days up to a quarter, then weeks and months. */
export function intervalOf({ fromAt, bornAt }: VisitedShare, { period }: PageView, now: Date): Interval {
  if (period === "24h") return "hour";
  if (period === "12m") return "week";
  if (period !== "all") return "day";
  const days = (now.getTime() - Math.max(fromAt?.getTime() ?? 0, bornAt.getTime())) / (24 * hourMs);
  if (days <= 100) return "day";
  return days <= 800 ? "week" : "month";
}

/** Counts only the figures that the page shows. */
export async function countPage(
  { clickhouse, shortUrl }: { readonly clickhouse: ClickHouseClient } & ShortUrl,
  share: VisitedShare,
  view: PageView,
  now: Date,
): Promise<SharedPage> {
  const question = questionOf(share, view, now);
  const interval = intervalOf(share, view, now);
  const shown = new Set(share.figures);
  const { dimensions } = share;
  const isSold = shown.has("conversions") || shown.has("revenue");
  const [figures, sold, chart, tops, since] = await Promise.all([
    shown.has("clicks") || shown.has("uniqueVisitors") || shown.has("bots") ? figuresOf(clickhouse, question) : null,
    isSold ? convertedIn(clickhouse, question) : null,
    shown.has("chart") ? chartOf(clickhouse, question, interval) : null,
    dimensions.length > 0 ? topLists(clickhouse, question, dimensions, limits.shareRows) : null,
    dimensions.length > 0 ? clicksSinceWithin(clickhouse, share.ownerId, question.range.from) : null,
  ]);
  const lists = dimensions.flatMap((field) => {
    const list = tops?.get(field);
    return list ? [{ field, ...list }] : [];
  });
  return {
    name: share.name,
    target: {
      kind: share.target,
      name: share.targetName,
      shortUrl: share.code === null ? null : addressOf({ shortUrl }, share, share.code),
    },
    timeZone: share.timeZone,
    from: share.fromAt,
    clicksSince: since,
    expiresAt: share.expiresAt,
    period: view.period,
    interval,
    figures: {
      ...(figures && shown.has("clicks") && { clicks: figures.clicks }),
      ...(figures && shown.has("uniqueVisitors") && { uniqueVisitors: figures.uniqueVisitors }),
      ...(figures && shown.has("bots") && { bots: figures.bots }),
      ...(sold && shownOf(share, sold)),
    },
    chart,
    tops: isSold ? await withSold(clickhouse, share, question, lists) : lists,
  };
}

/** Returns leads, sales and revenue, each only if selected. */
function shownOf({ figures }: VisitedShare, { leads, sales, revenue }: Converted): Partial<Converted> {
  return {
    ...(figures.includes("conversions") && { leads, sales }),
    ...(figures.includes("revenue") && { revenue }),
  };
}

async function withSold(
  clickhouse: ClickHouseClient,
  share: VisitedShare,
  question: ClickQuestion,
  lists: readonly ({ readonly field: ShareDimension } & TopList)[],
): Promise<SharedList[]> {
  const listed = lists.map(({ field, rows }) => ({ field, values: rows.map(({ value }) => value) }));
  const sold = await conversionsByValue(clickhouse, question, listed);
  return lists.map(({ field, rows, distinct }) => {
    const byValue = new Map(sold.get(field)?.map((entry) => [entry.value, entry]));
    return {
      field,
      distinct,
      rows: rows.map((row) => ({ ...row, ...shownOf(share, byValue.get(row.value) ?? noConversions) })),
    };
  });
}

function addressOf(services: ShortUrl, { domain, domainName }: VisitedShare, code: string): string {
  const names = new Map(domain !== null && domainName !== null ? [[domain, { name: domainName }]] : []);
  return shortUrlOf(services, { domain: domain ?? 0, code }, names);
}
