import type { ListedFieldName } from "@hoplog/schema/clicks/filters.js";

/** What a list of a card is made of. */
export type CardField = ListedFieldName | "source";

/** The cards of the page, and the lists in each. */
export const cards: readonly { readonly title: string; readonly fields: readonly CardField[] }[] = [
  { title: "Locations", fields: ["country", "region", "city"] },
  {
    title: "Sources",
    fields: ["referrer", "source", "utmSource", "utmMedium", "utmCampaign", "utmTerm", "utmContent"],
  },
  { title: "Devices", fields: ["device", "browser", "os"] },
  { title: "Visitors", fields: ["language", "isp", "trigger"] },
];

/** Numbers of rules and arms say something of one link alone. */
export const decisionsCard = { title: "Decisions", fields: ["rule", "arm"] } as const;
