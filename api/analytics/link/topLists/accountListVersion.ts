import { listedFieldNames, listedFields } from "@hoplog/schema/clicks/filters.js";

/**
 * Version and fields of an account's stored day, stored as the value of the row without a field, which is written last.
 * A day with another value may lack a field that pages show, and is counted from its clicks.
 */
export const accountListVersion = `2 ${listedFieldNames.join(",")}`;

/** Field of the row with an account's visitors on a day: `people` for people, `bots` for people and bots. */
export const visitorsField = "visitors";

/** Fields with stored segments. Each click has exactly one value of each. */
export const segmentedFields = listedFields.filter(({ kind }) => kind === "text" || kind === "city");

/**
 * Returns the field of the segment that combines all values of a field that are not frequent on a day. Its value is
 * empty.
 */
export function rareValuesOf(field: string): string {
  return `rare ${field}`;
}

const weekPrefix = `week ${accountListVersion} `;

/** Returns the value of a week's row without a field: the runs of its seven days, Monday first. */
export function weekOf(runs: readonly number[]): string {
  return weekPrefix + runs.join(",");
}

/** Prefix of the value of each week stored by this version. */
export const anyWeek = weekPrefix;

/**
 * Added to the run of a week, which is stored under its Monday, so that it exceeds runs of days (times in
 * milliseconds).
 */
export const weekRuns = 2 ** 52;
