/** The viewer's IANA time zone, which determines where days begin. */
export const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
