import { TZDate } from "@date-fns/tz";

/** Quiet hours as minutes of the day; a range may span midnight, as from 22:00 to 7:00. */
export interface QuietHours {
  readonly from: number;
  readonly to: number;
}

/** Returns when to send an email: at once, or at the end of the current quiet hours. */
export function mailTime(at: Date, quiet: QuietHours | null, tz: string): Date {
  if (!quiet) return at;
  const local = new TZDate(at.getTime(), tz);
  const minute = local.getHours() * 60 + local.getMinutes();
  const { from, to } = quiet;
  const isQuiet = from < to ? minute >= from && minute < to : minute >= from || minute < to;
  if (!isQuiet) return at;
  const days = minute < to ? 0 : 1;
  const end = new TZDate(
    local.getFullYear(),
    local.getMonth(),
    local.getDate() + days,
    Math.floor(to / 60),
    to % 60,
    0,
    0,
    tz,
  );
  // If clocks are set back, the end may occur twice, and its first occurrence may already be past.
  return new Date(Math.max(end.getTime(), at.getTime()));
}

const pattern = /^([01]\d|2[0-3]):([0-5]\d)$/;

/** Parses `22:30` to minutes of the day; null if invalid. */
export function minuteOf(text: string): number | null {
  const [, hours, minutes] = pattern.exec(text) ?? [];
  return hours === undefined || minutes === undefined ? null : Number(hours) * 60 + Number(minutes);
}

export function clockOf(minute: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}
