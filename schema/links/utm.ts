/** The query parameters of a destination by which campaigns are told apart, in the order in which they are asked for. */
export const utmFields = ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content", "ref"] as const;
export type UtmField = (typeof utmFields)[number];
