import { type DimensionColumn, dimensionColumns } from "@hoplog/schema/clicks/dimensions.js";
import { listedFields } from "@hoplog/schema/clicks/filters.js";
import { z } from "zod";
import { byName, eachKey, keysOf, type NamedColumn, nthKey } from "./eachColumn.ts";
import { remembered } from "./remembered.ts";
import type { Snapshot } from "./snapshot.ts";
import { keyedRow, number, type Span, type Sum, sums } from "./sums.ts";

/**
 * A condition on single clicks, as separate SQL without parameters. Clicks deleted by a retention match no condition.
 * Their sums count only for `everyClick`, or for conditions only on links.
 */
export type Only = string | { readonly ofLinks: string };

export const everyClick: Only = "true";
/** Matches every single click, but not the sums of deleted clicks. */
export const singleClicks: Only = "1";

/** Tables that a recount reads. Sums are read for days whose single clicks were deleted. */
export const recountedTables = ["clicks", "clicks_cut", "link_quarter", "link_day", "owner_day"] as const;

/** Recounts one account's clicks from the raw rows of a snapshot. Results are cached. */
export interface Recount {
  ofAccount(span: Span, only?: Only): Promise<Sum>;
  /** Counts by link; links without clicks are omitted. */
  byLink(span: Span, only?: Only): Promise<ReadonlyMap<string, Sum>>;
  /**
   * Counts by calendar day of the time zone, for the whole account if `linkId` is null. Days without clicks are
   * omitted.
   */
  byDay(linkId: string | null, span: Span, tz: string, only?: Only): Promise<ReadonlyMap<string, Sum>>;
  /** Counts of the whole account by the start of the quarter hour, in seconds; those without clicks are omitted. */
  byQuarter(span: Span): Promise<ReadonlyMap<string, Sum>>;
  /** Counts of the whole account by field and stored value. Each value of a list is counted. */
  byListed(span: Span, only?: Only): Promise<ReadonlyMap<string, ReadonlyMap<string, Sum>>>;
  byValue(linkId: string, span: Span, column: DimensionColumn): Promise<ReadonlyMap<string, Sum>>;
  /**
   * Counts by a field that bot classification uses, with bot reasons and versions of the rules. Values without clicks
   * are omitted.
   */
  judged(field: VerdictField, span: Span, only: Only): Promise<readonly Judged[]>;
  /** Counts by rule and arm, with keys such as "2/5". */
  byDecision(linkId: string, span: Span): Promise<ReadonlyMap<string, Sum>>;
  /** Unique visitors per UTC day, added up: estimated as the product does, and exact. */
  visitors(linkId: string | null, span: Span, only?: Only): Promise<{ estimate: Sum; exact: Sum }>;
  /**
   * Counts of human clicks (first or repeat for the link, visitor and UTC day), and of bot clicks by class and, for
   * some classes, by reason.
   */
  takenFor(linkId: string | null, span: Span): Promise<readonly Taken[]>;
  /** Returns a link's single clicks, newest first. */
  log(linkId: string, offset: number, limit: number): Promise<readonly LoggedClick[]>;
}

export type VerdictField = "reason" | "agent" | "network" | "referrer";

const verdictColumns: readonly (NamedColumn & { readonly name: VerdictField })[] = [
  { name: "reason", column: "bot_reason" },
  { name: "agent", column: "user_agent" },
  { name: "network", column: "asn" },
  { name: "referrer", column: "referrer" },
];

/** The number of clicks of one class and reason; the reason is null if the class has none. */
export interface Taken {
  readonly part: string;
  readonly reason: string | null;
  readonly requests: number;
}

const sumRow = z.object({ people: number, all: number });
/** A row of counts for the value `key` of column number `nth`. */
const listedRow = keyedRow.extend({ nth: number });
const visitorsRow = z.object({ people: number, all: number, exactPeople: number, exactAll: number });
const takenRow = z.object({ part: z.string(), reason: z.string().nullable(), requests: number });
const logRow = z.object({
  id: z.string(),
  ms: number,
  countryCode: z.string(),
  city: z.string(),
  regionName: z.string(),
  isp: z.string(),
  device: z.string(),
  browser: z.string(),
  browserVersion: z.string(),
  operatingSystem: z.string(),
  referrer: z.string(),
  isBot: z.boolean(),
  botReason: z.string(),
});
export type LoggedClick = z.output<typeof logRow>;

const judgedRow = z.object({
  nth: number,
  key: z.string(),
  reasons: z.array(z.string()),
  rulesVersions: z.array(number),
  clicks: number,
  lastMs: number,
});
export type Judged = Omit<z.output<typeof judgedRow>, "nth" | "key"> & { readonly value: string };

const cutRow = z.object({ before: z.string() });

export function createRecount(snapshot: Snapshot, ownerId: string): Recount {
  const clicks = snapshot.table("clicks");
  const seconds = (date: Date) => (date.getTime() / 1000).toFixed(3);
  /**
   * Day before which single clicks are deleted; null without a retention. Queried once, because as a subquery it took
   * longer than the count itself.
   */
  const cutBefore = remembered(async () => {
    const [row] = await snapshot.read(
      cutRow,
      `SELECT toString(max(cut_before)) AS before FROM ${snapshot.table("clicks_cut")} WHERE owner_id = {owner: UUID} HAVING count() > 0`,
      { owner: ownerId },
    );
    return row?.before ?? null;
  });
  /** Whether sums of deleted clicks must be added; most accounts have none. */
  const hasRemoved = async (only: Only = everyClick) =>
    (only === everyClick || typeof only === "object") && (await cutBefore()) !== null;
  const conditionOf = (only: Only) => (typeof only === "object" ? only.ofLinks : only);
  const within = async (linkId: string | null, { from, to }: Span, only: Only = everyClick) => {
    const cut = await cutBefore();
    return {
      sql: [
        "owner_id = {owner: UUID}",
        ...(cut === null ? [] : ["toDate(at, 'UTC') >= {cut: Date}"]),
        ...(only === everyClick ? [] : [`(${conditionOf(only)})`]),
        ...(linkId === null ? [] : ["link_id = {link: UUID}"]),
        ...(from ? ["at >= {from: DateTime64(3, 'UTC')}"] : []),
        ...(to ? ["at < {to: DateTime64(3, 'UTC')}"] : []),
      ].join(" AND "),
      params: {
        owner: ownerId,
        ...(cut !== null && { cut }),
        ...(linkId !== null && { link: linkId }),
        ...(from && { from: seconds(from) }),
        ...(to && { to: seconds(to) }),
      },
    };
  };

  /** Builds SQL for the counts of quarter hours whose single clicks were deleted; `at` is a quarter hour's start. */
  const removed = (linkId: string | null, { from, to }: Span, only: Only) => `
    SELECT link_id, quarter AS at, t.people AS people, t.people + t.bots AS all FROM ${snapshot.table("link_quarter")} AS t
    WHERE owner_id = {owner: UUID} AND toDate(quarter, 'UTC') < {cut: Date}
      ${linkId === null ? "" : "AND link_id = {link: UUID}"} AND (${conditionOf(only)})
      ${from ? "AND quarter >= toDateTime(toUInt32({from: DateTime64(3, 'UTC')}), 'UTC')" : ""}
      ${to ? "AND quarter < toDateTime(toUInt32({to: DateTime64(3, 'UTC')}), 'UTC')" : ""}`;

  async function keyedWithRemoved(
    key: string,
    linkId: string | null,
    span: Span,
    more: { readonly only?: Only | undefined; readonly tz?: string } = {},
  ) {
    const { only, ...rest } = more;
    const single = await keyed(key, linkId, span, more);
    if (!(await hasRemoved(only))) return single;
    const rows = await snapshot.read(
      keyedRow,
      `SELECT toString(${key}) AS key, sum(r.people) AS people, sum(r.all) AS all FROM (${removed(linkId, span, only ?? everyClick)}) AS r
       GROUP BY key HAVING all > 0`,
      { ...(await within(linkId, span)).params, ...rest },
    );
    const both = new Map(single);
    for (const { key: of, people, all } of rows) {
      const before = both.get(of) ?? { people: 0, all: 0 };
      both.set(of, { people: before.people + people, all: before.all + all });
    }
    return both;
  }

  /** Returns the visitors of days whose single clicks were deleted, from the remaining sums. */
  async function removedVisitors(linkId: string | null, span: Span, only: Only = everyClick) {
    const table = snapshot.table(linkId === null && only === everyClick ? "owner_day" : "link_day");
    const { params } = await within(linkId, span);
    const [row] = await snapshot.read(
      sumRow,
      `SELECT sum(p) AS people, sum(a) AS all FROM (
         SELECT uniqCombinedMerge(14)(t.people) AS p, uniqCombinedMerge(14)(t.everyone) AS a FROM ${table} AS t
         WHERE owner_id = {owner: UUID} AND day < {cut: Date} ${linkId === null ? "" : "AND link_id = {link: UUID}"}
           AND (${conditionOf(only)})
           ${span.from ? "AND toDateTime64(day, 3, 'UTC') >= {from: DateTime64(3, 'UTC')}" : ""}
           ${span.to ? "AND toDateTime64(day + 1, 3, 'UTC') <= {to: DateTime64(3, 'UTC')}" : ""}
         GROUP BY day)`,
      params,
    );
    return row ?? { people: 0, all: 0 };
  }

  async function keyed(
    key: string,
    linkId: string | null,
    span: Span,
    { only, ...more }: { readonly only?: Only | undefined; readonly tz?: string } = {},
  ) {
    const { sql, params } = await within(linkId, span, only);
    const rows = await snapshot.read(
      keyedRow,
      `SELECT toString(${key}) AS key, ${sums} FROM ${clicks} WHERE ${sql} GROUP BY key`,
      { ...params, ...more },
    );
    return new Map(rows.map((row) => [row.key, { people: row.people, all: row.all }]));
  }

  /** Groups by each column separately in one scan of the clicks. */
  async function keyedByEach(columns: readonly NamedColumn[], linkId: string | null, span: Span, only?: Only) {
    const { sql, params } = await within(linkId, span, only);
    const rows = await snapshot.read(
      listedRow,
      `SELECT ${nthKey(columns)}, ${sums} FROM (SELECT ${keysOf(columns)}, is_bot FROM ${clicks} WHERE ${sql}) GROUP BY ${eachKey(columns)}`,
      params,
    );
    return byName(columns, rows, (of) => new Map(of.map(({ key, people, all }) => [key, { people, all }])));
  }

  const byEachValue = remembered((linkId: string, span: Span) => {
    const columns = dimensionColumns.map((column) => ({ name: column, column }));
    return keyedByEach(columns, linkId, span);
  });

  const verdictsByEach = remembered(async (span: Span, only: Only) => {
    const { sql, params } = await within(null, span, only);
    const rows = await snapshot.read(
      judgedRow,
      `SELECT ${nthKey(verdictColumns)}, arraySort(groupUniqArray(toString(bot_reason))) AS reasons,
         arraySort(groupUniqArray(bot_rules)) AS rulesVersions, count() AS clicks, toUnixTimestamp64Milli(max(at)) AS lastMs
       FROM (SELECT ${keysOf(verdictColumns)}, bot_reason, bot_rules, at FROM ${clicks} WHERE ${sql}) GROUP BY ${eachKey(verdictColumns)}`,
      params,
    );
    return byName(verdictColumns, rows, (of) => of.map(({ nth: _nth, key, ...judged }) => ({ value: key, ...judged })));
  });

  return {
    ofAccount: remembered(async (span: Span, only?: Only) => {
      const all = await keyedWithRemoved("''", null, span, { only });
      return all.get("") ?? { people: 0, all: 0 };
    }),
    byLink: remembered((span: Span, only?: Only) => keyedWithRemoved("link_id", null, span, { only })),
    byDay: remembered((linkId: string | null, span: Span, tz: string, only?: Only) =>
      keyedWithRemoved("toDate(at, {tz: String})", linkId, span, { tz, only }),
    ),
    byQuarter: remembered((span: Span) => keyedWithRemoved("intDiv(toUnixTimestamp(at), 900) * 900", null, span)),
    byListed: remembered(async (span: Span, only?: Only) => {
      const [lists, single] = [
        listedFields.filter(({ kind }) => kind === "list"),
        listedFields.filter(({ kind }) => kind !== "list"),
      ];
      return new Map([
        ...(await keyedByEach(single, null, span, only)),
        ...(await Promise.all(
          lists.map(
            async ({ name, column }) =>
              [name, await keyed(`arrayJoin(splitByChar(',', ${column}))`, null, span, { only })] as const,
          ),
        )),
      ]);
    }),
    judged: async (field: VerdictField, span: Span, only: Only) => (await verdictsByEach(span, only)).get(field) ?? [],
    byValue: async (linkId: string, span: Span, column: DimensionColumn) =>
      (await byEachValue(linkId, span)).get(column) ?? new Map(),
    byDecision: remembered((linkId: string, span: Span) => keyed("concat(rule, '/', arm)", linkId, span)),
    visitors: remembered(async (linkId: string | null, span: Span, only?: Only) => {
      const { sql, params } = await within(linkId, span, only);
      const [row] = await snapshot.read(
        visitorsRow,
        `SELECT sum(p) AS people, sum(a) AS all, sum(ep) AS exactPeople, sum(ea) AS exactAll FROM (
           SELECT uniqCombinedIf(14)(visitor, is_bot = false) AS p, uniqCombined(14)(visitor) AS a,
             uniqExactIf(visitor, is_bot = false) AS ep, uniqExact(visitor) AS ea
           FROM ${clicks} WHERE ${sql} GROUP BY toDate(at, 'UTC'))`,
        params,
      );
      const { people = 0, all = 0, exactPeople = 0, exactAll = 0 } = row ?? {};
      const gone = (await hasRemoved(only)) ? await removedVisitors(linkId, span, only) : { people: 0, all: 0 };
      return {
        estimate: { people: people + gone.people, all: all + gone.all },
        exact: { people: exactPeople + gone.people, all: exactAll + gone.all },
      };
    }),
    takenFor: remembered(async (linkId: string | null, span: Span) => {
      // Reads the whole first day, because visitors from before the span are repeat visitors within it.
      const day = span.from && new Date(Math.floor(span.from.getTime() / 86_400_000) * 86_400_000);
      const { sql, params } = await within(linkId, { ...span, from: day });
      return snapshot.read(
        takenRow,
        `SELECT if(is_bot, multiIf(bot_reason LIKE 'own visit%', 'own', bot_reason LIKE 'link preview%', 'preview', bot_reason LIKE 'head request%', 'head',
             bot_reason LIKE 'prefetch%', 'prefetch', 'bot'), if(nth = 1, 'firstVisit', 'repeat')) AS part,
           if(part IN ('bot', 'preview', 'own'), bot_reason, NULL) AS reason, count() AS requests
         FROM (SELECT at, is_bot, toString(bot_reason) AS bot_reason,
             row_number() OVER (PARTITION BY is_bot, link_id, toDate(at, 'UTC'), visitor ORDER BY at, click_id) AS nth
           FROM ${clicks} WHERE ${sql})
         WHERE {since: Nullable(Float64)} IS NULL OR toUnixTimestamp64Milli(at) >= {since: Nullable(Float64)}
         GROUP BY part, reason`,
        { ...params, since: span.from?.getTime() ?? null },
      );
    }),
    log: remembered(async (linkId: string, offset: number, limit: number) => {
      const { sql, params } = await within(linkId, { from: null, to: null });
      return snapshot.read(
        logRow,
        `SELECT toString(click_id) AS id, toUnixTimestamp64Milli(at) AS ms, country AS countryCode, city,
           region AS regionName, isp, device, browser, browser_version AS browserVersion, os AS operatingSystem, referrer,
           is_bot AS isBot, bot_reason AS botReason
         FROM ${clicks} WHERE ${sql} ORDER BY at DESC, click_id DESC LIMIT {limit: UInt32} OFFSET {offset: UInt64}`,
        { ...params, limit, offset },
      );
    }),
  };
}
