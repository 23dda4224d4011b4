import type { ListingSource } from "@hoplog/schema/events/link.js";
import type { ConditionField, ConditionOp } from "@hoplog/schema/links/options/condition.js";
import type { ForwardQueryMode } from "@hoplog/schema/links/options/options.js";
import { enumeration } from "../../../kernel/contract/enumeration.ts";
import type { ShownState } from "./state.ts";

export const conditionField = enumeration<ConditionField>(
  "ConditionField",
  "The property of a visit that a condition tests",
  {
    country: "Country of the visitor: an ISO 3166-1 code of two letters",
    region: "Name of the visitor's region",
    city: "Name of the visitor's city",
    continent: "Continent of the visitor: AF, AN, AS, EU, NA, OC or SA",
    language: "Language that the browser requests, such as de or pt-BR",
    device: "Device type: mobile, desktop, tablet or Unknown",
    os: "Name of the operating system",
    browser: "Name of the browser",
    referrer: "Host of the referring page; an empty value matches visits without a referrer",
    query: "Query parameter of the short URL; `name` selects it",
    address: "IP address of the visitor; values are addresses or CIDR ranges",
    weekday: "Weekday in the link's time zone: sunday to saturday",
    hour: "Hour of the day in the link's time zone: 0 to 23",
    before: "Matches visits before this time, exclusive",
    after: "Matches visits from this time on, inclusive",
    visitor: "Classification of the visitor: person or bot",
  },
);

export const conditionOp = enumeration<ConditionOp>(
  "ConditionOp",
  "Comparison operator of a condition; each field supports some of them",
  {
    in: "Equals one of the values",
    notIn: "Equals none of the values",
    contains: "Contains one of the values",
    matches: "Is within one of the address ranges",
    exists: "The query parameter is present",
  },
);

export const forwardQueryMode = enumeration<ForwardQueryMode>(
  "ForwardQueryMode",
  "Which value the destination gets if the visitor's query and the destination have the same parameter",
  { theirsWin: "The visitor's value", keepMine: "The destination's own value" },
);

export const linkState = enumeration<ShownState>("LinkState", "Current state of a link for visitors", {
  active: "The link redirects",
  inactive: "The workspace has deactivated the link",
  scheduled: "The link is activated, but its start time has not been reached",
  expired: "The link is activated, but has expired",
  usedUp: "The link is activated, but has reached its click limit",
  banned: "An operator has banned the link",
  unreachable: "The domain of the link is not served, because it is not verified yet, was lost, or was removed",
  listed: "A URL of the link is listed as harmful, so visitors get a warning",
});

export const listingSource = enumeration<ListingSource>("ListingSource", "The source that lists a URL as harmful", {
  blocklist: "The blocklist of the operators of this service",
  checker: "The URL checking service that the operators use",
});
