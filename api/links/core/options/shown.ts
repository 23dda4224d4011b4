import { conditionLimits } from "@hoplog/schema/links/options/condition.js";
import { flagNames, type LinkOptions, optionLimits, redirectStatuses } from "@hoplog/schema/links/options/options.js";
import { ruleLimits } from "@hoplog/schema/links/options/rule.js";
import { recordOf } from "@hoplog/schema/recordOf.js";
import { Int } from "type-graphql";
import { z } from "zod";
import { part } from "../../../kernel/contract/entity.ts";
import { graphqlTypes, type Made, makeClass } from "../../../kernel/contract/graphqlTypes.ts";
import { conditionField, conditionOp, forwardQueryMode } from "./enums.ts";

// Options as callers see them: only those that differ from their defaults. They need no database query.

const conditionType = makeClass();

/** A nested condition. REST refers to it by name, since a recursive schema could not be inlined. */
export const conditionWithin = (type: Made) =>
  z.unknown().meta({ $ref: "#/components/schemas/LinkCondition" }).register(graphqlTypes, { type });

const innerCondition = conditionWithin(conditionType);

// Few links have rules, and few rules have many conditions.
const conditions = { cost: 0, length: 2 };

export const condition = part(
  "Condition",
  `Exactly one of all, any, not and field. At most ${conditionLimits.depth} levels deep; a link can have ${conditionLimits.perLink} conditions`,
  {
    all: z.array(innerCondition).min(1).optional().describe("Holds if all of these hold"),
    any: z.array(innerCondition).min(1).optional().describe("Holds if at least one of these holds"),
    not: innerCondition.optional().describe("Holds if this one does not"),
    field: conditionField.optional().describe("Property of the visit"),
    op: conditionOp.optional().describe("How it is compared"),
    values: z
      .array(z.string().max(conditionLimits.valueMax))
      .max(conditionLimits.values)
      .optional()
      .describe("What it is compared with; empty for exists"),
    name: z.string().optional().describe("Name of the parameter; only for the field query"),
  },
  { all: conditions, any: conditions, not: { cost: 0 }, values: { text: 2 } },
  conditionType,
);

const number = z
  .int()
  .min(1)
  .max(2 ** 31 - 1);
const name = z.string().max(ruleLimits.nameMax).describe("Name given by the owner; may be empty");

const splitArm = part(
  "SplitArm",
  "One of the destinations of a split",
  {
    number: number.describe("Number of the arm, which no other arm of the link ever gets"),
    name,
    url: z.string().describe("Destination"),
    weight: z
      .int()
      .min(0)
      .max(ruleLimits.weightMax)
      .describe("Share of the visits: this weight divided by the sum of all weights"),
  },
  { url: { text: 20 } },
);

export const split = part(
  "Split",
  "Several destinations among which visits are divided",
  {
    arms: z.array(splitArm).min(ruleLimits.armsMin).max(ruleLimits.armsMax).describe("2 to 10 destinations"),
    sticky: z.boolean().describe("Whether returning visitors get the same arm"),
  },
  { arms: { cost: 0, length: 2 } },
);

const onlyTrue = z.literal(true).register(graphqlTypes, { type: Boolean });

export const ruleAction = part(
  "RuleAction",
  "Where a rule leads: exactly one of url, split and blocked",
  {
    url: z.string().optional().describe("One destination"),
    split: split.optional().describe("Several destinations"),
    blocked: onlyTrue.optional().describe("Nowhere: visitors get a page that says so"),
  },
  { url: { text: 20 }, split: { cost: 0 } },
);

export const rule = part(
  "LinkRule",
  "Where visits lead that meet a condition; the first rule whose condition holds decides",
  {
    number: number.describe("Number of the rule, which no other rule of the link ever gets"),
    name,
    when: condition.describe("Condition that visits must meet"),
    then: ruleAction.describe("Where these visits lead"),
  },
  { when: { cost: 0 }, then: { cost: 0 } },
);

export const preview = part("LinkPreview", "What crawlers that create previews get", {
  title: z.string().max(optionLimits.previewTitleMax).optional().describe("Title"),
  description: z.string().max(optionLimits.previewDescriptionMax).optional().describe("Text below the title"),
  imageUrl: z.string().optional().describe("URL of an image"),
});

const instant = z.iso.datetime();

/** The options among the fields of a link. */
export const optionFields = {
  notBefore: instant.optional().describe("Time before which the link leads nowhere"),
  expiresAt: instant.optional().describe("Time at which the link expires"),
  expiredUrl: z.string().optional().describe("Where the link leads after it expired; a page by default"),
  maxClicks: z
    .int()
    .min(1)
    .optional()
    .describe("How many people are redirected, counted from when it was set, until the link is used up"),
  maxClicksUrl: z.string().optional().describe("Where the link leads when it is used up; a page by default"),
  timeZone: z.string().optional().describe("IANA time zone of the weekdays and hours in rules; UTC by default"),
  hasPassword: z.boolean().describe("Whether visitors are asked for a password"),
  asksPassword: onlyTrue.optional().describe("Whether visitors are asked for a password; absent if they are not"),
  forwardQuery: onlyTrue.optional().describe("Whether the visitor's query is added to the destination"),
  forwardQueryMode: z
    .literal("keepMine")
    .register(graphqlTypes, { type: forwardQueryMode.enum })
    .optional()
    .describe("Which of two parameters with the same name the destination gets; theirsWin by default"),
  appendPath: onlyTrue.optional().describe("Whether the path after the code is added to the destination"),
  redirectStatus: z
    .literal(redirectStatuses)
    .register(graphqlTypes, { type: Int })
    .optional()
    .describe("HTTP status of redirects: 301, 307 or 308; 302 by default"),
  preview: preview.optional().describe("What crawlers that create previews get; by default they are redirected"),
  hideDestination: onlyTrue.optional().describe("Whether the short URL followed by + hides the destination"),
  allowIndexing: onlyTrue.optional().describe("Whether search engines may index the preview of the link"),
  passClickId: onlyTrue
    .optional()
    .describe("Whether the destination gets the id of the click as the parameter hop_id, for conversions"),
  rules: z
    .array(rule)
    .max(ruleLimits.rules)
    .optional()
    .describe("Rules in order; the first whose condition holds decides"),
  split: split.optional().describe("Where visits lead that no rule applies to, instead of originalUrl"),
};

interface WithOptions {
  readonly options: LinkOptions;
}

const of =
  <Name extends keyof LinkOptions>(option: Name) =>
  ({ options }: WithOptions) =>
    options[option];

/** The computed fields of options. */
export const optionsComputed = {
  notBefore: of("notBefore"),
  expiresAt: of("expiresAt"),
  expiredUrl: of("expiredUrl"),
  maxClicks: of("maxClicks"),
  maxClicksUrl: of("maxClicksUrl"),
  timeZone: of("timeZone"),
  ...recordOf(flagNames, (name) => of(name)),
  hasPassword: ({ options }: WithOptions) => options.passwordId !== undefined,
  asksPassword: ({ options }: WithOptions) => (options.passwordId === undefined ? null : (true as const)),
  forwardQueryMode: of("forwardQueryMode"),
  redirectStatus: of("redirectStatus"),
  preview: of("preview"),
  rules: of("rules"),
  split: of("split"),
};

/** Options that only GraphQL or only REST has under this name. */
export const optionsOnly = { hasPassword: "graphql", asksPassword: "rest" } as const;
export const optionRestNames = { asksPassword: "hasPassword" };

const listed = { cost: 0, length: 1 };
export const optionWeights = { preview: { cost: 0 }, rules: listed, split: { cost: 0 } };

/**
 * Returns options as webhook events and export files show them: of a password only whether it exists, and no cap
 * number.
 */
export function shownOptions(options: LinkOptions) {
  const { passwordId, capNumber: _, ...others } = options;
  return { ...others, ...(passwordId !== undefined && { hasPassword: true }) };
}
