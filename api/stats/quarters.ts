import { filterNames } from "@hoplog/schema/clicks/dimensions.js";
import type { TimeRange } from "../counts/range.ts";
import type { Condition, LinkKey } from "./condition.ts";
import type { StatsFilter } from "./filter.ts";

const quarterMs = 15 * 60 * 1000;

/** Whether the sums by quarter give the number of clicks: not of a filter, nor of a range that begins or ends within one. */
export function isKeptByQuarter({ filter, range }: { filter?: StatsFilter | undefined; range: TimeRange }): boolean {
  return !isFiltered(filter) && isOfQuarters(range);
}

/** The quarters of a range that `isKeptByQuarter`, as a WHERE of `link_quarter` with its parameters. */
export function quartersOf(link: LinkKey, { from, to }: TimeRange): Condition {
  const conditions = [
    ...(from ? ["quarter >= toDateTime({from: UInt32}, 'UTC')"] : []),
    ...(to ? ["quarter < toDateTime({to: UInt32}, 'UTC')"] : []),
  ];
  return {
    sql: ["owner_id = {owner: UUID}", "link_id = {link: UUID}", ...conditions].join(" AND "),
    params: {
      owner: link.ownerId,
      link: link.id,
      ...(from && { from: storedSeconds(from) }),
      ...(to && { to: storedSeconds(to) }),
    },
  };
}

/** ClickHouse's DateTime is of 32 bits: from 1970 to 2106. No click lies outside. */
const maxSeconds = 2 ** 32 - 1;

/** Since the epoch, cut to whole ones that a DateTime can hold. */
export function storedSeconds(date: Date): number {
  return Math.min(Math.max(0, Math.floor(date.getTime() / 1000)), maxSeconds);
}

/** Days of every time zone begin and end with a quarter of an hour. */
function isOfQuarters({ from, to }: TimeRange): boolean {
  return [from, to].every((end) => !end || end.getTime() % quarterMs === 0);
}

function isFiltered(filter: StatsFilter | undefined): boolean {
  if (!filter) return false;
  return filterNames.some((dimension) => filter[dimension] !== undefined && filter[dimension] !== null);
}
