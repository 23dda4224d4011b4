import type { ListedFieldName } from "@hoplog/schema/clicks/filters.js";

/** A field that a card can list. */
export type CardField = ListedFieldName | "source";

/** The page's cards and the lists in each. */
export const cards: readonly { readonly title: string; readonly fields: readonly CardField[] }[] = [
  { title: "Locations", fields: ["country", "region", "city"] },
  {
    title: "Sources",
    fields: ["referrer", "source", "utmSource", "utmMedium", "utmCampaign", "utmTerm", "utmContent"],
  },
  { title: "Devices", fields: ["device", "browser", "os"] },
  { title: "Visitors", fields: ["language", "isp", "trigger"] },
];

/** Rule and arm numbers are meaningful only for a single link. */
export const decisionsCard = { title: "Decisions", fields: ["rule", "arm"] } as const;
