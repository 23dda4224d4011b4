import { weekdays } from "@hoplog/schema/links/options/condition.js";

export interface LocalTime {
  readonly weekday: string;
  /** Hour of the day, 0 to 23. */
  readonly hour: number;
}

const minuteMs = 60_000;

/**
 * Returns a function that computes weekday and hour in an IANA time zone, and caches the last minute. Throws a
 * RangeError if the zone does not exist.
 */
export function createLocalTime(timeZone: string): (at: number) => LocalTime {
  const format = new Intl.DateTimeFormat("en-US", { timeZone, weekday: "long", hour: "numeric", hourCycle: "h23" });
  let minute = Number.NaN;
  let present: LocalTime = { weekday: weekdays[0], hour: 0 };
  return (at) => {
    const of = Math.floor(at / minuteMs);
    if (of !== minute) {
      minute = of;
      const parts = format.formatToParts(of * minuteMs);
      const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((one) => one.type === type)?.value ?? "";
      present = { weekday: part("weekday").toLowerCase(), hour: Number(part("hour")) };
    }
    return present;
  };
}
