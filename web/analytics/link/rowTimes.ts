export type Interval = "hour" | "day" | "week" | "month";

/** Returns the start of a chart's row, in the viewer's time zone. */
export function startOf(label: string): Date {
  return new Date(label.length === 10 ? `${label}T00:00` : label.replace(" ", "T"));
}

/** Returns the end of a chart's row, in the viewer's time zone. */
export function endOf(label: string, interval: Interval): Date {
  const end = startOf(label);
  if (interval === "hour") end.setHours(end.getHours() + 1);
  if (interval === "day") end.setDate(end.getDate() + 1);
  if (interval === "week") end.setDate(end.getDate() + 7);
  if (interval === "month") end.setMonth(end.getMonth() + 1);
  return end;
}

/** Formats a time in the viewer's time zone, in the format of labels. */
export function localText(at: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${String(at.getFullYear()).padStart(4, "0")}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** Returns whether the interval of a chart's last row is not over at `now`. */
export function isUnfinished(rows: readonly { readonly label: string }[], interval: Interval, now: Date): boolean {
  const last = rows.at(-1);
  return last !== undefined && endOf(last.label, interval) > now;
}
