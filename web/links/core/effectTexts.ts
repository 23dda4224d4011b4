import type { LinkEditEffectsQuery } from "../../core/graphql/generated/graphql.ts";
import { counted, formatCount } from "./view/formatCount.ts";

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
  { ms: 24 * 60 * 60 * 1000, name: "day" },
  { ms: 60 * 60 * 1000, name: "hour" },
  { ms: 60 * 1000, name: "minute" },
  { ms: 1000, name: "second" },
] as const;

/** Formats a duration in the largest unit that is at least 1, with at most one decimal. */
function lengthText(ms: number): string {
  const unit = units.find((known) => ms >= known.ms) ?? units[3];
  return counted(Math.round((ms / unit.ms) * 10) / 10, unit.name);
}

/** Describes an edit's effect: human clicks in equally long periods before and after it. */
export function effectText({ before, after, at, to, isOngoing, otherEdits }: EditEffect): string {
  const length = lengthText(Date.parse(to) - Date.parse(at));
  const others = otherEdits === 0 ? "" : `; ${counted(otherEdits, "other change")} within`;
  return `${counted(before, "click")} in ${length} before, ${formatCount(after)} after${isOngoing ? " so far" : ""}${others}`;
}
