import { limits } from "@hoplog/schema/limits.js";
import { dayOf, daysBetween, startOfDay } from "./calendar.ts";
import { type Question, timeZones, type Truth } from "./question.ts";
import type { Judged, Only } from "./recount.ts";
import type { Span } from "./sums.ts";

const fields = ["reason", "agent", "network", "referrer"] as const;
const first = Math.min(limits.longTopList, 20);

interface View {
  readonly span: Span;
  readonly tz: string;
  readonly people: boolean;
}

/** Checks the bot and human figures and chart of the last 90 days over GraphQL and REST, and the lists over GraphQL. */
export function botQuestions(now: Date): Question[] {
  return timeZones.flatMap((tz) => {
    const last = dayOf(now, tz);
    const span = { from: startOfDay(last, tz, -89), to: startOfDay(last, tz, 1) };
    return [false, true].flatMap((people) => questionsOf({ span, tz, people }));
  });
}

const query = `query ($range: Range, $tz: String!, $people: Boolean!, $first: Int!) {
  classifiedClicks(range: $range, tz: $tz, people: $people) {
    figures { clicks links kinds { kind clicks } } chart { at clicks }
    ${fields.map((field) => `${field}: top(field: ${field}, first: $first) { distinct rows { value reasons rulesVersions clicks lastAt } }`).join(" ")} } }`;

function questionsOf(view: View): Question[] {
  const { span, tz, people } = view;
  const range = { from: span.from?.toISOString(), to: span.to?.toISOString() };
  const asked = `startDate=${range.from}&endDate=${range.to}&tz=${encodeURIComponent(tz)}&people=${people}`;
  return [
    {
      where: `GraphQL classifiedClicks(tz: ${tz}, people: ${people})`,
      discreet: true,
      read: async (api) => (await api.graphql(query, { range, tz, people, first }))["classifiedClicks"],
      expected: async (truth) => ({
        ...(await counted(truth, view)),
        ...Object.fromEntries(
          await Promise.all(fields.map(async (field) => [field, await top(truth, view, field)] as const)),
        ),
      }),
    },
    {
      where: `GET /api/bots?tz=${tz}&people=${people}`,
      read: async (api) => (await api.rest(`/api/bots?${asked}`))["data"],
      expected: (truth) => counted(truth, view),
    },
  ];
}

function onlyOf({ people }: View): Only {
  return people ? "is_bot = false" : "is_bot = true";
}

async function counted({ recount, at }: Truth, view: View) {
  const { span, tz, people } = view;
  const only = onlyOf(view);
  const [reasons, days, links] = await Promise.all([
    recount.judged("reason", span, only),
    recount.byDay(null, span, tz, only),
    recount.byLink(span, only),
  ]);
  const kinds = Array.from(
    Map.groupBy(reasons, ({ value }) => value.replace(/:.*$/, "")),
    ([kind, found]) => ({ kind, clicks: found.reduce((sum, { clicks }) => sum + clicks, 0) }),
  );
  return {
    figures: {
      clicks: reasons.reduce((sum, { clicks }) => sum + clicks, 0),
      links: links.size,
      kinds: people ? [] : kinds.toSorted(byClicks((row) => row.kind)),
    },
    chart: daysBetween(dayOf(span.from ?? at, tz), dayOf(at, tz)).map((day) => ({
      at: day,
      clicks: days.get(day)?.all ?? 0,
    })),
  };
}

async function top({ recount }: Truth, view: View, field: (typeof fields)[number]) {
  const rows = (await recount.judged(field, view.span, onlyOf(view))).toSorted(byClicks((row: Judged) => row.value));
  return {
    distinct: rows.length,
    rows: rows.slice(0, first).map(({ reasons, lastMs, ...row }) => ({
      ...row,
      reasons: reasons.filter((reason) => reason !== "").slice(0, 10),
      lastAt: new Date(lastMs).toISOString(),
    })),
  };
}

function byClicks<T extends { readonly clicks: number }>(textOf: (row: T) => string) {
  return (a: T, b: T) => b.clicks - a.clicks || Buffer.compare(Buffer.from(textOf(a)), Buffer.from(textOf(b)));
}
