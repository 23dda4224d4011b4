import { validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";

const dayMs = 24 * 60 * 60 * 1000;

/** Returns the UTC day of an instant, as `2026-11-25`. */
export function utcDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** Returns the UTC day before which single clicks are deleted, for a retention in days. */
export function cutDayOf(now: Date, days: number): string {
  return utcDay(new Date(now.getTime() - days * dayMs));
}

/** Returns the earlier of two days. */
export const earlier = (a: string, b: string): string => (a < b ? a : b);
export const later = (a: string, b: string): string => (a > b ? a : b);

/** The current and the scheduled retention. Null days mean that single clicks are never deleted. */
export interface Policy {
  readonly days: number | null;
  readonly waiting: { readonly days: number; readonly from: Date } | null;
}

/** Validates the retention. Throws VALIDATION_ERROR on `days`. */
export function checkedDays(days: number | null): number | null {
  const { clickRetentionMin: min, clickRetentionMax: max } = limits;
  if (days !== null && !(Number.isInteger(days) && days >= min && days <= max))
    throw validationError([{ field: "days", message: `Must be a whole number of days from ${min} to ${max}` }]);
  return days;
}

/**
 * Applies a requested retention. A shorter one takes effect days later, so that an attacker with access to an account
 * cannot destroy its history at once; a longer one takes effect at once.
 */
export function changed({ days: present }: Policy, wanted: number | null, now: Date): Policy {
  const removesMore = wanted !== null && (present === null || wanted < present);
  if (!removesMore) return { days: wanted, waiting: null };
  return {
    days: present,
    waiting: { days: wanted, from: new Date(now.getTime() + limits.clickRetentionDelayDays * dayMs) },
  };
}
