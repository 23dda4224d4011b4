import type { LinkEditEffectsQuery } from "../graphql/generated/graphql.ts";
import { formatCount } from "./linkTexts.ts";

export type EditEffect = LinkEditEffectsQuery["linkEditEffects"][number];

export const spans = {
  "": "Up to the next change, at most 7 days",
  hour: "1 hour before and after",
  day: "1 day before and after",
  week: "7 days before and after",
  month: "30 days before and after",
} as const;

export type Span = keyof typeof spans;

const units = [
  { ms: 24 * 60 * 60 * 1000, one: "day", many: "days" },
  { ms: 60 * 60 * 1000, one: "hour", many: "hours" },
  { ms: 60 * 1000, one: "minute", many: "minutes" },
  { ms: 1000, one: "second", many: "seconds" },
] as const;

/** In the largest unit of which it has at least one, with one decimal where it is not whole. */
function lengthText(ms: number): string {
  const unit = units.find((known) => ms >= known.ms) ?? units[3];
  const count = Math.round((ms / unit.ms) * 10) / 10;
  return `${count} ${count === 1 ? unit.one : unit.many}`;
}

/** What an edit did to the clicks of people: how many came in as long a time before and after it. */
export function effectText({ before, after, at, to, isOngoing, otherEdits }: EditEffect): string {
  const length = lengthText(Date.parse(to) - Date.parse(at));
  const others = otherEdits === 0 ? "" : `; ${otherEdits} other ${otherEdits === 1 ? "change" : "changes"} within`;
  return `${formatCount(before)} clicks in ${length} before, ${formatCount(after)} after${isOngoing ? " so far" : ""}${others}`;
}
