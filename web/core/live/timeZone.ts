/** The viewer's IANA time zone; days begin at its midnight. */
export const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
