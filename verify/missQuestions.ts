import { z } from "zod";
import { dayOf, daysBetween, startOfDay } from "./calendar.ts";
import { type Question, timeZones, type Truth, withBots } from "./question.ts";
import type { Span, Sum } from "./sums.ts";

/** Number of days to check: older visits may have been deleted from one table but not yet from the other. */
const days = 7;
const limit = 20;

/** Checks failed visits of the last days: figures, charts, codes and top lists, over REST and GraphQL. */
export function missQuestions(now: Date): Question[] {
  return timeZones.flatMap((tz) =>
    withBots.flatMap((bots) => {
      const last = dayOf(now, tz);
      const span = { from: startOfDay(last, tz, 1 - days), to: startOfDay(last, tz, 1) };
      const question = `startDate=${span.from.toISOString()}&endDate=${span.to.toISOString()}&tz=${encodeURIComponent(tz)}&bots=${bots}`;
      const rest = (path: string, more: string, expected: Question["expected"], shown = anything): Question => ({
        where: `GET ${path}?${more}tz=${tz}&bots=${bots}`,
        read: async (api) => shown((await api.rest(`${path}?${more}${question}`))["data"]),
        expected,
      });
      const range = { from: span.from.toISOString(), to: span.to.toISOString() };
      const figures = rest("/api/misses", "", (truth) => counted(truth, span, tz, bots));
      // Codes and lists do not depend on the time zone.
      if (tz !== "UTC") return [figures];
      return [
        figures,
        rest("/api/misses/codes", `limit=${limit}&`, (truth) => codes(truth, span, bots), codesOf),
        ...(["referrer", "host", "country"] as const).map((field) =>
          rest("/api/misses/top", `field=${field}&limit=${limit}&`, (truth) => top(truth, span, field, bots)),
        ),
        {
          where: `GraphQL misses(tz: ${tz}, bots: ${bots})`,
          read: async (api) => {
            const answer = await api.graphql(query, { range, tz, bots, first: limit });
            const { codes: shown, ...others } = z.looseObject({ codes: z.unknown() }).parse(answer["misses"]);
            return { ...others, codes: codesOf(shown) };
          },
          expected: async (truth: Truth) => ({
            ...(await counted(truth, span, tz, bots)),
            top: await top(truth, span, "referrer", bots),
            codes: await codes(truth, span, bots),
          }),
        },
      ];
    }),
  );
}

const query = `query ($range: Range, $tz: String!, $bots: Boolean!, $first: Int!) {
  misses(range: $range, tz: $tz, bots: $bots) {
    figures { visits people bots reasons { reason people bots } }
    chart { at visits }
    top(field: referrer, first: $first) { rows { value visits } distinct }
    codes(first: $first) { rows { code reason visits lastAt } distinct } } }`;

/** Each stored reason with its name in the api, in the api's order. */
export const missReasonNames: readonly (readonly [string, string])[] = [
  ["unknown", "unknown"],
  ["unknown host", "unknownHost"],
  ["base URL", "baseUrl"],
  ["inactive", "inactive"],
  ["expired", "expired"],
  ["not yet", "notYet"],
  ["used up", "usedUp"],
  ["wrong password", "wrongPassword"],
  ["blocked", "blocked"],
  ["listed", "listed"],
  ["banned", "banned"],
];

async function counted({ misses, holdings, at }: Truth, span: Span, tz: string, bots: boolean) {
  const byReason = await misses.by("reason", holdings.domains, span);
  const byDay = await misses.by({ dayIn: tz }, holdings.domains, span);
  const sums = [...byReason.values()];
  const people = sums.reduce((sum, one) => sum + one.people, 0);
  const all = sums.reduce((sum, one) => sum + one.all, 0);
  return {
    figures: {
      visits: bots ? all : people,
      people,
      bots: all - people,
      reasons: missReasonNames.flatMap(([recorded, reason]) => {
        const sum = byReason.get(recorded);
        return sum ? [{ reason, people: sum.people, bots: sum.all - sum.people }] : [];
      }),
    },
    chart: daysBetween(dayOf(span.from ?? at, tz), dayOf(at, tz)).map((day) => ({
      at: day,
      visits: countOf(byDay.get(day), bots),
    })),
  };
}

function countOf(sum: Sum | undefined, bots: boolean): number {
  return (bots ? sum?.all : sum?.people) ?? 0;
}

async function top({ misses, holdings }: Truth, span: Span, field: "referrer" | "host" | "country", bots: boolean) {
  const rows = [...(await misses.by(field, holdings.domains, span))]
    .map(([value, sum]) => ({ value, visits: countOf(sum, bots) }))
    .filter(({ visits }) => visits > 0)
    .toSorted((a, b) => b.visits - a.visits || (a.value < b.value ? -1 : 1));
  return { rows: rows.slice(0, limit), distinct: rows.filter(({ value }) => value !== "").length };
}

async function codes({ misses, holdings }: Truth, span: Span, bots: boolean) {
  const named = new Map(missReasonNames);
  const rows = (await misses.codes(holdings.domains, span))
    .map(({ code, reason, people, all, lastOfPeople, last }) => ({
      code,
      reason: named.get(reason) ?? reason,
      visits: bots ? all : people,
      lastAt: new Date(bots ? last : lastOfPeople).toISOString(),
    }))
    .filter(({ visits }) => visits > 0);
  return inOrder({ rows, distinct: rows.length });
}

const codesAnswer = z.object({
  rows: z.array(z.object({ code: z.string(), reason: z.string(), visits: z.number(), lastAt: z.string() })),
  distinct: z.number(),
});

/** Rows that are equal in all compared fields may be in any order. */
function inOrder({ rows, distinct }: z.output<typeof codesAnswer>) {
  const sorted = rows.toSorted(
    (a, b) =>
      b.visits - a.visits ||
      b.lastAt.localeCompare(a.lastAt) ||
      (a.code === b.code ? a.reason.localeCompare(b.reason) : a.code < b.code ? -1 : 1),
  );
  return { rows: sorted.slice(0, limit), distinct };
}

function codesOf(answer: unknown): unknown {
  return inOrder(codesAnswer.parse(answer));
}

function anything(answer: unknown): unknown {
  return answer;
}
