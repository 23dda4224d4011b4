import { type Pair, type Question, withQuestion } from "./pair.ts";
import { readPairs } from "./readPairs.ts";

const dayLength = 24 * 60 * 60 * 1000;
const dayFromNow = (days: number) => new Date(Date.now() + days * dayLength).toISOString().slice(0, 10);
const tz = "Asia/Kathmandu";

/** Days for REST. They contain the current time in every time zone; the last day is inclusive. */
export const days = { startDate: dayFromNow(-1), endDate: dayFromNow(1), tz };
/** The days of the REST parameters, for GraphQL. */
export const range = { from: `${days.startDate}T00:00:00+05:45`, to: `${dayFromNow(2)}T00:00:00+05:45` };
/** The days with bots, for REST. */
export const daysWithBots = { ...days, bots: "true" };
/** The days with bots, for GraphQL. */
export const rangeWithBots = { range, tz, bots: true };
/** Nested arguments that count bots too. */
export const withBots = { "Link.clicks": { bots: true }, "Group.clicks": { bots: true } };

/** Returns a pair of {@link readPairs} with another request. */
export function narrow(
  rest: string,
  both: Question["both"],
  nested: Question["nested"] = {},
  changes: Partial<Pair> = {},
): Pair {
  return withQuestion(readPairs, rest, { how: "narrowed", both, nested }, changes);
}
