import { z } from "zod";
import { dateOrInstant, queryText } from "../../kernel/contract/parse.ts";
import { requireTimeZone, startOfDay, timeRange, type TimeRange } from "./range.ts";

const day = z.iso.date();
const moment = dateOrInstant.optional();

/** The range parameters of REST calls. */
export const rangeParameters = {
  startDate: moment.describe("Start of the range: a date in `tz`, or a date and time in ISO 8601"),
  endDate: moment.describe("End of the range: a date in `tz` (inclusive), or a date and time in ISO 8601 (exclusive)"),
  tz: queryText
    .default("UTC")
    .transform((tz) => requireTimeZone(tz))
    .describe("IANA time zone of days and hours, such as Europe/Berlin"),
};

interface RangeQuery {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly tz: string;
}

/**
 * Converts the parameters to a range; dates are whole days in the time zone, the last one inclusive. Throws
 * VALIDATION_ERROR.
 */
export function rangeOf({ startDate, endDate, tz }: RangeQuery, field = "endDate"): TimeRange {
  const isDay = (value: string) => day.safeParse(value).success;
  const from = startDate && (isDay(startDate) ? startOfDay(startDate, tz) : new Date(startDate));
  const to = endDate && (isDay(endDate) ? startOfDay(endDate, tz, 1) : new Date(endDate));
  return timeRange(from || null, to || null, field);
}
