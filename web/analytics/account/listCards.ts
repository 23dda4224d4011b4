import type { ListedFieldName } from "@hoplog/schema/clicks/filters.js";

/** The cards of the page, and the lists in each. */
export const cards: readonly { readonly title: string; readonly fields: readonly ListedFieldName[] }[] = [
  { title: "Locations", fields: ["country", "region", "city"] },
  { title: "Sources", fields: ["referrer", "utmSource", "utmMedium", "utmCampaign", "utmTerm", "utmContent"] },
  { title: "Devices", fields: ["device", "browser", "os"] },
  { title: "Visitors", fields: ["language", "isp", "trigger"] },
];

/** Numbers of rules and arms say something of one link alone. */
export const decisionsCard = { title: "Decisions", fields: ["rule", "arm"] } as const;
