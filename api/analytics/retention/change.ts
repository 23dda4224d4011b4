import { validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";

const dayMs = 24 * 60 * 60 * 1000;

/** What holds, and what will take its place at a moment. Null days: single clicks are kept. */
export interface Policy {
  readonly days: number | null;
  readonly waiting: { readonly days: number; readonly from: Date } | null;
}

/** Throws VALIDATION_ERROR on `days`. */
export function checkedDays(days: number | null): number | null {
  const { clickRetentionMin: min, clickRetentionMax: max } = limits;
  if (days !== null && !(Number.isInteger(days) && days >= min && days <= max))
    throw validationError([{ field: "days", message: `Must be a whole number of days from ${min} to ${max}` }]);
  return days;
}

/**
 * The policy after a wish. What would remove more than what holds begins days later, so that whoever has got into an account can't
 * destroy its history at once; what removes less holds at once.
 */
export function changed({ days: present }: Policy, wanted: number | null, now: Date): Policy {
  const removesMore = wanted !== null && (present === null || wanted < present);
  if (!removesMore) return { days: wanted, waiting: null };
  return {
    days: present,
    waiting: { days: wanted, from: new Date(now.getTime() + limits.clickRetentionDelayDays * dayMs) },
  };
}
