/** The viewer's, by its IANA name: days begin at their midnight. */
export const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
