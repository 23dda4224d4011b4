/** The query parameters that identify campaigns in a destination, in the order of the form. */
export const utmFields = ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content", "ref"] as const;
export type UtmField = (typeof utmFields)[number];
