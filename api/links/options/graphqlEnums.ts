import { listingSources } from "@hoplog/schema/events/link.js";
import { conditionFields, conditionOps } from "@hoplog/schema/links/options/condition.js";
import { registerEnumType } from "type-graphql";
import { shownStates } from "./state.ts";

// The fields and operators of conditions are called as over REST, so that rules can be carried from one to the other.

/** An enum whose values are called what they are. */
function namesakes<T extends string>(values: readonly T[]): Readonly<Record<string, T>> {
  return Object.fromEntries(values.map((value) => [value, value]));
}

export const ConditionFieldType = namesakes(conditionFields);
registerEnumType(ConditionFieldType, {
  name: "ConditionField",
  description: "What of a visit a condition looks at",
  valuesConfig: {
    country: { description: "Where the visitor is: ISO codes of two letters" },
    region: { description: "Where the visitor is: a region's name" },
    city: { description: "Where the visitor is: a city's name" },
    continent: { description: "Where the visitor is: AF, AN, AS, EU, NA, OC or SA" },
    language: { description: "A language that the visitor wants, such as de or pt-BR" },
    device: { description: "mobile, desktop, tablet or Unknown" },
    os: { description: "The operating system's name" },
    browser: { description: "The browser's name" },
    referrer: { description: "The host of the page that the visitor comes from" },
    query: { description: "A parameter of the short URL's query, by its name" },
    address: { description: "The visitor's address: ranges in CIDR" },
    weekday: { description: "In the link's time zone: sunday to saturday" },
    hour: { description: "In the link's time zone: 0 to 23" },
    before: { description: "Up to an instant, without it" },
    after: { description: "From an instant on" },
    visitor: { description: "person or bot" },
  },
});

export const ConditionOpType = namesakes(conditionOps);
registerEnumType(ConditionOpType, {
  name: "ConditionOp",
  description: "How a condition compares; not every field takes each",
  valuesConfig: {
    in: { description: "It is one of the values" },
    notIn: { description: "It is none of the values" },
    contains: { description: "One of the values is a part of it" },
    matches: { description: "One of the values is a range that it is in" },
    exists: { description: "It is there" },
  },
});

export const LinkStateType = Object.fromEntries(
  shownStates.map((state) => [state.replace(/[A-Z]/g, "_$&").toUpperCase(), state]),
);
registerEnumType(LinkStateType, {
  name: "LinkState",
  description: "What a link does for visitors",
  valuesConfig: {
    ACTIVE: { description: "It leads on" },
    INACTIVE: { description: "Its owner has switched it off" },
    SCHEDULED: { description: "It is switched on, and leads nowhere yet" },
    EXPIRED: { description: "It is switched on, and its time is over" },
    USED_UP: { description: "It is switched on, and as many people as its cap allows have been redirected" },
    BANNED: { description: "An operator has banned it" },
    UNREACHABLE: { description: "Its domain is not served: it is not proved yet, lost or removed" },
    LISTED: { description: "It may lead to a URL that is listed as harmful: visitors get a warning" },
  },
});

export const ListingSourceType = Object.fromEntries(listingSources.map((source) => [source.toUpperCase(), source]));
registerEnumType(ListingSourceType, {
  name: "ListingSource",
  description: "Who says that a URL is harmful",
  valuesConfig: {
    BLOCKLIST: { description: "The blocklist of the people who run this service" },
    CHECKER: { description: "The service that they have URLs checked by" },
  },
});
