const format = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** Formats an ISO 8601 instant as date and minute in the viewer's language and time zone. */
export function timeText(at: string): string {
  return format.format(new Date(at));
}
