import type { UtmField } from "@hoplog/schema/links/utm.js";

/** Label and placeholder of each parameter. */
export const utmLabels: Readonly<Record<UtmField, { readonly label: string; readonly placeholder: string }>> = {
  utm_source: { label: "Source", placeholder: "newsletter" },
  utm_medium: { label: "Medium", placeholder: "email" },
  utm_campaign: { label: "Campaign", placeholder: "spring_sale" },
  utm_term: { label: "Term", placeholder: "running shoes" },
  utm_content: { label: "Content", placeholder: "top_banner" },
  ref: { label: "Ref", placeholder: "partner" },
};
