import type { UtmField as UtmName } from "@hoplog/schema/links/utm.js";
import type { UtmField } from "../graphql/generated/graphql.ts";

/** How each parameter is called and what it may look like. */
export const utmLabels: Readonly<Record<UtmName, { readonly label: string; readonly placeholder: string }>> = {
  utm_source: { label: "Source", placeholder: "newsletter" },
  utm_medium: { label: "Medium", placeholder: "email" },
  utm_campaign: { label: "Campaign", placeholder: "spring_sale" },
  utm_term: { label: "Term", placeholder: "running shoes" },
  utm_content: { label: "Content", placeholder: "top_banner" },
  ref: { label: "Ref", placeholder: "partner" },
};

/** As GraphQL calls it. */
export const utmField: Readonly<Record<UtmName, UtmField>> = {
  utm_source: "UTM_SOURCE",
  utm_medium: "UTM_MEDIUM",
  utm_campaign: "UTM_CAMPAIGN",
  utm_term: "UTM_TERM",
  utm_content: "UTM_CONTENT",
  ref: "REF",
};
