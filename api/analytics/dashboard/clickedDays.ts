import type { Period } from "./growth.ts";
import { storedSeconds } from "../../clicks/counts/quartersInRange.ts";

/** A condition on a row of `link_day AS d`, and its parameters. */
export interface ClickedInPeriod {
  readonly sql: string;
  readonly params: Readonly<Record<string, number>>;
}

const quarterSeconds = 15 * 60;

/**
 * Returns the SQL condition that a link was clicked on this day within a period. Uses the day's first and last clicked
 * quarter, which is exact unless the period starts and ends within one UTC day. Ends of periods are rounded to quarters
 * of an hour. `prefix` distinguishes the parameters of two periods in one query.
 */
export function clickedInPeriod({ from, to }: Period, bots: boolean, prefix: string): ClickedInPeriod {
  const { first, end } = quartersOfRow(bots);
  return {
    sql: `(${end} > 0 AND toUInt32(d.day) * 96 + ${end} > {${prefix}from: UInt32}
      AND toUInt32(d.day) * 96 + ${first} < {${prefix}to: UInt32})`,
    params: {
      [`${prefix}from`]: Math.floor(storedSeconds(from) / quarterSeconds),
      [`${prefix}to`]: Math.ceil(storedSeconds(to) / quarterSeconds),
    },
  };
}

function quartersOfRow(bots: boolean): { first: string; end: string } {
  return bots ? { first: "d.everyone_first", end: "d.everyone_end" } : { first: "d.people_first", end: "d.people_end" };
}
