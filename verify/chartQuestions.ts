import { TZDate } from "@date-fns/tz";
import { dayOf, daysBetween, startOfDay } from "./calendar.ts";
import { withoutGaps } from "./figures.ts";
import { type Question, timeZones, type Truth } from "./question.ts";
import type { Span } from "./sums.ts";

/** Chart intervals other than days, with the range in days. */
const intervals = { hour: 7, week: 90, month: 90 } as const;
type Interval = keyof typeof intervals;

/** Checks the account's chart by hour, week and month, in each time zone. */
export function chartQuestions(now: Date): Question[] {
  return timeZones.flatMap((tz) => {
    const last = dayOf(now, tz);
    const spanOf = (days: number): Span => ({ from: startOfDay(last, tz, 1 - days), to: startOfDay(last, tz, 1) });
    return [
      questionOf("hour", spanOf(intervals.hour), tz),
      questionOf("week", spanOf(intervals.week), tz),
      questionOf("month", spanOf(intervals.month), tz),
    ];
  });
}

const query = `query ($range: Range, $tz: String!, $interval: ChartInterval!) {
  analytics(range: $range, tz: $tz) { chart(interval: $interval) { at clicks } } }`;

function questionOf(interval: Interval, span: Span, tz: string): Question {
  const range = { from: span.from?.toISOString(), to: span.to?.toISOString() };
  return {
    where: `GraphQL analytics(${range.from} to ${range.to}, tz: ${tz}) chart by ${interval}`,
    read: async (api) => (await api.graphql(query, { range, tz, interval }))["analytics"],
    expected: async (truth) => ({
      chart: interval === "hour" ? await byHour(truth, span, tz) : await byDays(truth, span, tz, startsOf[interval]),
    }),
  };
}

const startsOf = {
  week(day: string): string {
    const date = new Date(day);
    const daysSinceMonday = (date.getUTCDay() + 6) % 7;
    return new Date(date.getTime() - daysSinceMonday * 86_400_000).toISOString().slice(0, 10);
  },
  month: (day: string): string => `${day.slice(0, 8)}01`,
};

async function byDays({ recount, at }: Truth, span: Span, tz: string, startOf: (day: string) => string) {
  const days = await recount.byDay(null, span, tz);
  const clicked = [...days].filter(([, { people }]) => people > 0);
  const dates = withoutGaps(clicked, span, tz, at);
  const starts = new Map(daysBetween(dates[0] ?? "", dates.at(-1) ?? "").map((day) => [startOf(day), 0]));
  for (const [day, { people }] of clicked) starts.set(startOf(day), (starts.get(startOf(day)) ?? 0) + people);
  return [...starts].map(([start, clicks]) => ({ at: start, clicks }));
}

const hourMs = 3_600_000;

/** Counts by hour; hours start on the local hour. */
async function byHour({ recount, at }: Truth, span: Span, tz: string) {
  const startOf = (ms: number) => ms - modulo(ms - new TZDate(ms, tz).getTimezoneOffset() * 60_000, hourMs);
  const quarters = await recount.byQuarter(span);
  const starts = new Map<number, number>();
  const end = Math.min(span.to?.getTime() ?? Infinity, at.getTime() + 1);
  for (let ms = startOf(span.from?.getTime() ?? end); ms < end; ms += hourMs) starts.set(ms, 0);
  for (const [seconds, { people }] of quarters) {
    const start = startOf(Number(seconds) * 1000);
    if (people > 0) starts.set(start, (starts.get(start) ?? 0) + people);
  }
  return [...starts].map(([ms, clicks]) => ({ at: new Date(ms).toISOString().replace(".000Z", "Z"), clicks }));
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
