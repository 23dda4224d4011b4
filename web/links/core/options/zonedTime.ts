/** Matches the parts of a local time, as `YYYY-MM-DDTHH:mm` with or without seconds. */
const pattern = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?$/;

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Converts an instant to a form value: the local time in the zone. An instant without an unambiguous local time, as in
 * the repeated hour in autumn, remains in ISO 8601.
 */
export function timeValue(instant: string | null, zone: string): string {
  if (instant === null) return "";
  const local = localTime(instant, zone);
  return instantOf(local, zone) === new Date(instant).toISOString() ? local : instant;
}

/** Returns the local time that an input shows for a value of {@link timeValue}. */
export function shownTime(value: string, zone: string): string {
  return value.endsWith("Z") ? localTime(value, zone) : value;
}

/**
 * Converts a form value to an instant in ISO 8601; null if it is invalid. Local times are resolved as on the server: of
 * a repeated time the first applies; a time that is skipped in spring moves forward by the gap.
 */
export function instantOf(value: string, zone: string): string | null {
  if (value.endsWith("Z")) return value;
  const match = pattern.exec(value);
  if (!match) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const asUtc = Date.UTC(year, month - 1, day, hour, minute, second, Number((match[7] ?? "").padEnd(3, "0")));
  const before = offsetMs(asUtc - dayMs, zone);
  const after = offsetMs(asUtc + dayMs, zone);
  const candidates = [before, after].map((offset) => asUtc - offset);
  const at = candidates.find((candidate) => candidate + offsetMs(candidate, zone) === asUtc) ?? asUtc - before;
  return new Date(at).toISOString();
}

/** Formats a local time, without seconds if they are zero. */
function localTime(instant: string, zone: string): string {
  const at = new Date(instant).getTime();
  const local = new Date(at + offsetMs(at, zone)).toISOString().slice(0, -1);
  return local.replace(/:00\.000$/, "").replace(/\.000$/, "");
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the zone's offset from UTC at an instant. */
function offsetMs(at: number, zone: string): number {
  const format = formats.get(zone) ?? newFormat(zone);
  formats.set(zone, format);
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const shown = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
  return shown - Math.floor(at / 1000) * 1000;
}

function newFormat(zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en-u-hc-h23", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
}

/** Zones that were renamed, but that browsers list only under their old names. */
const renamed = [
  "Africa/Asmara",
  "America/Argentina/Buenos_Aires",
  "America/Argentina/Cordoba",
  "America/Nuuk",
  "Asia/Ho_Chi_Minh",
  "Asia/Kathmandu",
  "Asia/Kolkata",
  "Asia/Yangon",
  "Atlantic/Faroe",
  "Europe/Kyiv",
  "Pacific/Chuuk",
  "Pacific/Kanton",
  "Pacific/Pohnpei",
];

/** Returns the time zones that a link may have, always including `present`. */
export function timeZones(present: string): string[] {
  const listed = [...Intl.supportedValuesOf("timeZone"), ...renamed];
  return [...new Set(["UTC", present, ...listed.toSorted()])];
}
