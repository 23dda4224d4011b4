import { conditionLimits } from "@hoplog/schema/links/options/condition.js";
import { flagNames, type LinkOptions, optionLimits, redirectStatuses } from "@hoplog/schema/links/options/options.js";
import { ruleLimits } from "@hoplog/schema/links/options/rule.js";
import { recordOf } from "@hoplog/schema/recordOf.js";
import { Int } from "type-graphql";
import { z } from "zod";
import { part } from "../../../kernel/contract/entity.ts";
import { graphqlTypes, type Made, makeClass } from "../../../kernel/contract/graphqlTypes.ts";
import { conditionField, conditionOp, forwardQueryMode } from "./enums.ts";

// Options in responses: only options that differ from their defaults. They need no database query.

const conditionType = makeClass();

/** A nested condition. REST refers to it by name, because a recursive schema cannot be inlined. */
export const conditionWithin = (type: Made) =>
  z.unknown().meta({ $ref: "#/components/schemas/LinkCondition" }).register(graphqlTypes, { type });

const innerCondition = conditionWithin(conditionType);

// Few links have rules, and few rules have many conditions.
const conditions = { cost: 0, length: 2 };

export const condition = part(
  "Condition",
  `A condition on visits, with exactly one of \`all\`, \`any\`, \`not\` and \`field\`. Conditions can be nested at most ${conditionLimits.depth} levels deep, and a link can have at most ${conditionLimits.perLink} of them`,
  {
    all: z.array(innerCondition).min(1).optional().describe("Matches if all conditions in the list match"),
    any: z.array(innerCondition).min(1).optional().describe("Matches if at least one condition in the list matches"),
    not: innerCondition.optional().describe("Matches if the given condition does not match"),
    field: conditionField.optional().describe("Property of the visit that is tested"),
    op: conditionOp.optional().describe("Comparison operator"),
    values: z
      .array(z.string().max(conditionLimits.valueMax))
      .max(conditionLimits.values)
      .optional()
      .describe("Values to compare with; empty for the operator exists"),
    name: z.string().optional().describe("Name of the query parameter; only for the field query"),
  },
  { all: conditions, any: conditions, not: { cost: 0 }, values: { text: 2 } },
  conditionType,
);

const number = z
  .int()
  .min(1)
  .max(2 ** 31 - 1);
const name = z.string().max(ruleLimits.nameMax).describe("Display name of the rule or arm; may be empty");

const splitArm = part(
  "SplitArm",
  "One destination of a split",
  {
    number: number.describe("Number of the arm, unique within the link and never reused"),
    name,
    url: z.string().describe("Destination URL"),
    weight: z
      .int()
      .min(0)
      .max(ruleLimits.weightMax)
      .describe("Weight; the share of visits is this weight divided by the sum of all weights"),
  },
  { url: { text: 20 } },
);

export const split = part(
  "Split",
  "A split of visits between several destinations",
  {
    arms: z
      .array(splitArm)
      .min(ruleLimits.armsMin)
      .max(ruleLimits.armsMax)
      .describe("Destinations of the split, 2 to 10"),
    sticky: z.boolean().describe("Whether returning visitors get the same destination"),
  },
  { arms: { cost: 0, length: 2 } },
);

const onlyTrue = z.literal(true).register(graphqlTypes, { type: Boolean });

export const ruleAction = part(
  "RuleAction",
  "Action of a rule for matching visits: exactly one of `url`, `split` and `blocked`",
  {
    url: z.string().optional().describe("Destination of matching visits"),
    split: split.optional().describe("Destinations that share the matching visits"),
    blocked: onlyTrue.optional().describe("Whether matching visits get a page instead of a redirect"),
  },
  { url: { text: 20 }, split: { cost: 0 } },
);

export const rule = part(
  "LinkRule",
  "A rule for visits that meet a condition; the first matching rule of a link applies",
  {
    number: number.describe("Number of the rule, unique within the link and never reused"),
    name,
    when: condition.describe("The condition that visits must meet"),
    then: ruleAction.describe("Action for visits that meet the condition"),
  },
  { when: { cost: 0 }, then: { cost: 0 } },
);

export const preview = part("LinkPreview", "Metadata that link preview crawlers get", {
  title: z.string().max(optionLimits.previewTitleMax).optional().describe("Title of the preview"),
  description: z.string().max(optionLimits.previewDescriptionMax).optional().describe("Text of the preview"),
  imageUrl: z.string().optional().describe("URL of the preview image"),
});

const instant = z.iso.datetime();

/** The options among the fields of a link. */
export const optionFields = {
  notBefore: instant.optional().describe("Time from which the link redirects; absent or null for no start time"),
  expiresAt: instant.optional().describe("Time at which the link expires; absent or null for never"),
  expiredUrl: z
    .string()
    .optional()
    .describe(
      "Redirect target after expiry; by default `expiredUrl` of the domain; without either, visitors get an error page",
    ),
  maxClicks: z
    .int()
    .min(1)
    .optional()
    .describe(
      "Maximum number of visits that are redirected; bots are not redirected. Visits are counted since the limit was first set",
    ),
  maxClicksUrl: z
    .string()
    .optional()
    .describe(
      "Redirect target after the click limit is reached; by default `expiredUrl` of the domain; without either, visitors get an error page",
    ),
  timeZone: z.string().optional().describe("IANA time zone for weekdays and hours in rules; UTC by default"),
  hasPassword: z.boolean().describe("Whether visitors must enter a password"),
  asksPassword: onlyTrue.optional().describe("Whether visitors must enter a password; absent if not"),
  forwardQuery: onlyTrue.optional().describe("Whether query parameters of the visit are passed to the destination"),
  forwardQueryMode: z
    .literal("keepMine")
    .register(graphqlTypes, { type: forwardQueryMode.enum })
    .optional()
    .describe(
      "Value that the destination gets if the visitor's query and the destination have the same parameter; the default is `theirsWin`",
    ),
  appendPath: onlyTrue.optional().describe("Whether the path after the short code is appended to the destination"),
  redirectStatus: z
    .literal(redirectStatuses)
    .register(graphqlTypes, { type: Int })
    .optional()
    .describe("HTTP status of redirects: 301, 307 or 308; absent or null for the default 302"),
  preview: preview.optional().describe("Metadata that link preview crawlers get; without it, crawlers are redirected"),
  hideDestination: onlyTrue
    .optional()
    .describe("Whether the preview page of the link, its short URL followed by +, hides the destination"),
  allowIndexing: onlyTrue.optional().describe("Whether search engines may index the link's preview metadata"),
  passClickId: onlyTrue
    .optional()
    .describe("Whether the destination gets the click ID as the query parameter hop_id, for conversion tracking"),
  rules: z
    .array(rule)
    .max(ruleLimits.rules)
    .optional()
    .describe("Rules in order; the first rule whose condition matches a visit applies"),
  split: split.optional().describe("Destinations that share visits to which no rule applies; replaces originalUrl"),
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

/** Fields that only GraphQL or only REST has under this name. */
export const optionsOnly = { hasPassword: "graphql", asksPassword: "rest" } as const;
export const optionRestNames = { asksPassword: "hasPassword" };

const listed = { cost: 0, length: 1 };
export const optionWeights = { preview: { cost: 0 }, rules: listed, split: { cost: 0 } };

/**
 * Returns options for webhook events and export files: without the cap number, and with `hasPassword` instead of the
 * password id.
 */
export function shownOptions(options: LinkOptions) {
  const { passwordId, capNumber: _, ...others } = options;
  return { ...others, ...(passwordId !== undefined && { hasPassword: true }) };
}
