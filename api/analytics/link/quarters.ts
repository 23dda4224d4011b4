import { filterNames } from "@hoplog/schema/clicks/dimensions.js";
import { quarterMs } from "@hoplog/schema/topics/clickBatch/requests.js";
import { quartersInRange } from "../../clicks/counts/quartersInRange.ts";
import type { TimeRange } from "../../clicks/counts/range.ts";
import type { Condition, LinkKey } from "./condition.ts";
import type { StatsFilter } from "./condition.ts";

/** Whether the sums by quarter give the number of clicks: not of a filter, nor of a range that begins or ends within one. */
export function isKeptByQuarter({ filter, range }: { filter?: StatsFilter | undefined; range: TimeRange }): boolean {
  return !isFiltered(filter) && isOfQuarters(range);
}

/** The quarters of a range that `isKeptByQuarter`, as a WHERE of `link_quarter` with its parameters. */
export function quartersOf(link: LinkKey, range: TimeRange): Condition {
  const inRange = quartersInRange(range);
  return {
    sql: `owner_id = {owner: UUID} AND link_id = {link: UUID} AND ${inRange.sql}`,
    params: { owner: link.ownerId, link: link.id, ...inRange.params },
  };
}

/** Days of every time zone begin and end with a quarter of an hour. */
export function isOfQuarters({ from, to }: TimeRange): boolean {
  return [from, to].every((end) => !end || end.getTime() % quarterMs === 0);
}

function isFiltered(filter: StatsFilter | undefined): boolean {
  if (!filter) return false;
  return filterNames.some((dimension) => filter[dimension] !== undefined && filter[dimension] !== null);
}
