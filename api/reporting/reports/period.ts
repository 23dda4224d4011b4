import { timeOfDay } from "../../clicks/counts/range.ts";

export type Cadence = "weekly" | "monthly";

/** Days of the report's time zone, `YYYY-MM-DD`; `end` is exclusive. */
export interface Period {
  readonly first: string;
  readonly end: string;
}

/**
 * Local hour at which a report is sent on the day after its period: not at night, and late enough to include late
 * clicks.
 */
const sendHour = 7;
const dayMs = 24 * 60 * 60 * 1000;

/** Returns the week (from Monday) or month that contains a day. */
export function periodOf(cadence: Cadence, day: string): Period {
  const at = utc(day);
  const first =
    cadence === "weekly"
      ? addDays(at, -((at.getUTCDay() + 6) % 7))
      : new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));
  return { first: textOf(first), end: textOf(endOf(cadence, first)) };
}

export function nextPeriod(cadence: Cadence, { end }: Period): Period {
  return periodOf(cadence, end);
}

export function periodBefore(cadence: Cadence, { first }: Period): Period {
  return periodOf(cadence, textOf(addDays(utc(first), -1)));
}

/** Returns when the report of a period is due. */
export function dueAt({ end }: Period, tz: string): Date {
  return timeOfDay(end, tz, { hour: sendHour });
}

function endOf(cadence: Cadence, first: Date): Date {
  if (cadence === "weekly") return addDays(first, 7);
  return new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1));
}

function utc(day: string): Date {
  return new Date(`${day}T00:00:00.000Z`);
}

function addDays(at: Date, days: number): Date {
  return new Date(at.getTime() + days * dayMs);
}

function textOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}
