import { listedFieldNames } from "@hoplog/schema/clicks/filters.js";
import { limits } from "@hoplog/schema/limits.js";
import { dayOf, startOfDay } from "./calendar.ts";
import { believable, mostFirst, withoutGaps } from "./figures.ts";
import { listedFirst } from "./listed.ts";
import { type Question, timeZones, type Truth, withBots } from "./question.ts";
import type { Narrowing } from "./narrowings.ts";
import type { Span, Sum } from "./sums.ts";

const narrowings: readonly Narrowing[] = [
  { filters: [], only: "true" },
  { filters: [{ field: "country", op: "is", values: ["DE", "US"] }], only: "country = 'DE' OR country = 'US'" },
  {
    filters: [
      { field: "device", op: "isNot", values: ["mobile"] },
      { field: "browser", op: "contains", values: ["O"] },
    ],
    only: "device != 'mobile' AND position(lower(browser), 'o') > 0",
  },
];

interface View extends Narrowing {
  readonly span: Span;
  readonly tz: string;
  readonly bots: boolean;
}

/**
 * Checks figures, chart and lists of the Analytics page, for all time and the last 90 days, with and without filters.
 */
export function accountAnalyticsQuestions(now: Date): Question[] {
  const ever: Span = { from: null, to: null };
  const last90 = (tz: string): Span => {
    const last = dayOf(now, tz);
    return { from: startOfDay(last, tz, -89), to: startOfDay(last, tz, 1) };
  };
  return [
    ...withBots.flatMap((bots) =>
      [ever, last90("UTC")].flatMap((span) => narrowings.map((narrowing) => ({ ...narrowing, span, tz: "UTC", bots }))),
    ),
    // Ranges that split UTC days.
    ...timeZones
      .filter((tz) => tz !== "UTC")
      .flatMap((tz) => narrowings.map((narrowing) => ({ ...narrowing, span: last90(tz), tz, bots: false }))),
  ].map(questionOf);
}

const query = `query ($range: Range, $tz: String!, $bots: Boolean!, $filters: [ClickFilter!]!, $fields: [ClickDimension!]!, $first: Int!) {
  analytics(range: $range, tz: $tz, bots: $bots, filters: $filters) {
    figures { clicks people bots uniqueVisitors }
    chart(interval: day) { at clicks }
    tops(fields: $fields, first: $first) { field distinct rows { value clicks } }
    topLinks(first: $first) { distinct rows { clicks link { id } } } } }`;

const first = Math.min(limits.longTopList, 20);

function questionOf(view: View): Question {
  const { span, tz, bots, filters } = view;
  const range = span.from ? { from: span.from.toISOString(), to: span.to?.toISOString() } : null;
  const narrowed = filters.map(({ field, op, values }) => `${field} ${op} ${values.join("|")}`).join(", ");
  return {
    where: `GraphQL analytics(${range ? `${range.from} to ${range.to}` : "ever"}, tz: ${tz}, bots: ${bots}, filters: [${narrowed}])`,
    discreet: true,
    read: async (api) =>
      (await api.graphql(query, { range, tz, bots, filters, fields: listedFieldNames, first }))["analytics"],
    expected: (truth) => expectedOf(truth, view),
  };
}

async function expectedOf({ recount, holdings, at }: Truth, { span, tz, bots, only }: View) {
  const counted = (sum: Sum | undefined) => (bots ? sum?.all : sum?.people) ?? 0;
  const listOf = (all: ReturnType<typeof mostFirst>) => ({
    distinct: all.filter(({ value }) => value !== "").length,
    rows: all.slice(0, first),
  });
  const [total, visitors, days, byLink, byField] = await Promise.all([
    recount.ofAccount(span, only),
    recount.visitors(null, span, only),
    recount.byDay(null, span, tz, only),
    recount.byLink(span, only),
    recount.byListed(span, only),
  ]);
  const clicks = counted(total);
  const clicked = [...days].filter(([, sum]) => counted(sum) > 0);
  const known = new Set(holdings.links.map(({ id }) => id));
  const links = listOf(mostFirst(byLink, counted));
  return {
    figures: {
      clicks,
      people: total.people,
      bots: total.all - total.people,
      uniqueVisitors: Math.min(clicks, believable(counted(visitors.estimate), counted(visitors.exact))),
    },
    chart: withoutGaps(clicked, span, tz, at).map((date) => ({ at: date, clicks: counted(days.get(date)) })),
    tops: listedFieldNames.map((field) => ({ field, ...listOf(listedFirst(field, byField, counted)) })),
    topLinks: {
      distinct: links.distinct,
      rows: links.rows.flatMap(({ value, clicks: ofLink }) =>
        known.has(value) ? [{ clicks: ofLink, link: { id: value } }] : [],
      ),
    },
  };
}
