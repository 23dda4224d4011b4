import { listedFieldNames, listedFields } from "@hoplog/schema/clicks/filters.js";

/**
 * What a counting of an account's day says that it holds; it stands as the value in its row of no field, which is written last. A
 * counting that says anything else may lack a field that pages show: its day is counted from its clicks.
 */
export const accountListVersion = `2 ${listedFieldNames.join(",")}`;

/** The field of a stored row with the visitors of a whole account's day: `people` of people, `bots` of everybody. */
export const visitorsField = "visitors";

/** What segments are stored of: each click has one value of it. */
export const segmentedFields = listedFields.filter(({ kind }) => kind === "text" || kind === "city");

/** The field of the segment of all values of a field that are not frequent on a day, of which the value is empty. */
export function rareValuesOf(field: string): string {
  return `rare ${field}`;
}

const weekPrefix = `week ${accountListVersion} `;

/** What a week's row of no field says that it holds: the sums of seven days as these runs counted them, Monday's first. */
export function weekOf(runs: readonly number[]): string {
  return weekPrefix + runs.join(",");
}

/** Begins the text of every week that today's days make up. */
export const anyWeek = weekPrefix;

/** Runs of weeks stand among those of their Mondays, and are higher than the runs of days, which are milliseconds. */
export const weekRuns = 2 ** 52;
