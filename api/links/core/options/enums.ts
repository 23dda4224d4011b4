import type { ListingSource } from "@hoplog/schema/events/link.js";
import type { ConditionField, ConditionOp } from "@hoplog/schema/links/options/condition.js";
import type { ForwardQueryMode } from "@hoplog/schema/links/options/options.js";
import { enumeration } from "../../../kernel/contract/enumeration.ts";
import type { ShownState } from "./state.ts";

export const conditionField = enumeration<ConditionField>("ConditionField", "What of a visit a condition looks at", {
  country: "Where the visitor is: ISO codes of two letters",
  region: "Where the visitor is: a region's name",
  city: "Where the visitor is: a city's name",
  continent: "Where the visitor is: AF, AN, AS, EU, NA, OC or SA",
  language: "A language that the visitor wants, such as de or pt-BR",
  device: "mobile, desktop, tablet or Unknown",
  os: "The operating system's name",
  browser: "The browser's name",
  referrer: "The host of the page that the visitor comes from",
  query: "A parameter of the short URL's query, by its name",
  address: "The visitor's address: ranges in CIDR",
  weekday: "In the link's time zone: sunday to saturday",
  hour: "In the link's time zone: 0 to 23",
  before: "Up to an instant, without it",
  after: "From an instant on",
  visitor: "person or bot",
});

export const conditionOp = enumeration<ConditionOp>(
  "ConditionOp",
  "How a condition compares; not every field takes each",
  {
    in: "It is one of the values",
    notIn: "It is none of the values",
    contains: "One of the values is a part of it",
    matches: "One of the values is a range that it is in",
    exists: "It is there",
  },
);

export const forwardQueryMode = enumeration<ForwardQueryMode>(
  "ForwardQueryMode",
  "Which of two parameters of one name the destination gets",
  { theirsWin: "The visitor's", keepMine: "The destination's own" },
);

export const linkState = enumeration<ShownState>("LinkState", "What a link does for visitors", {
  active: "It leads on",
  inactive: "Its owner has switched it off",
  scheduled: "It is switched on, and leads nowhere yet",
  expired: "It is switched on, and its time is over",
  usedUp: "It is switched on, and as many people as its cap allows have been redirected",
  banned: "An operator has banned it",
  unreachable: "Its domain is not served: it is not proved yet, lost or removed",
  listed: "It may lead to a URL that is listed as harmful: visitors get a warning",
});

export const listingSource = enumeration<ListingSource>("ListingSource", "Who says that a URL is harmful", {
  blocklist: "The blocklist of the people who run this service",
  checker: "The service that they have URLs checked by",
});
