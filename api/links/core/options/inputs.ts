import { conditionLimits } from "@hoplog/schema/links/options/condition.js";
import { optionLimits, redirectStatuses } from "@hoplog/schema/links/options/options.js";
import { ruleLimits } from "@hoplog/schema/links/options/rule.js";
import { Int } from "type-graphql";
import { z } from "zod";
import { input } from "../../../kernel/contract/entity.ts";
import { graphqlTypes, makeClass } from "../../../kernel/contract/graphqlTypes.ts";
import { conditionField, conditionOp, forwardQueryMode } from "./enums.ts";

// Options as callers send them. `read.ts` reads what they send, within bounds that a schema could not check first.

const conditionType = makeClass();
const innerCondition = z
  .unknown()
  .meta({ $ref: "#/components/schemas/LinkCondition" })
  .register(graphqlTypes, { type: conditionType });

input(
  "ConditionInput",
  "Exactly one of all, any, not and field",
  {
    all: z.array(innerCondition).nullish().describe("Holds if all of these hold"),
    any: z.array(innerCondition).nullish().describe("Holds if at least one of these holds"),
    not: innerCondition.nullish().describe("Holds if this one does not"),
    field: conditionField.nullish().describe("Property of the visit"),
    op: conditionOp.nullish().describe("How it is compared; may be omitted for a field with a single way"),
    values: z
      .array(z.string())
      .nullish()
      .describe(`What it is compared with, at most ${conditionLimits.values} values; none for exists`),
    name: z.string().nullish().describe("Name of the parameter; only for the field query"),
  },
  conditionType,
);

const number = (what: "rule" | "arm") =>
  z
    .int()
    .min(1)
    .max(2 ** 31 - 1)
    .nullish()
    .describe(`Number of a${what === "arm" ? "n" : ""} ${what} that the link has; without it, the ${what} is new`);
const name = z.string().max(ruleLimits.nameMax).nullish().describe("Name for the owner");

const splitArm = input("SplitArmInput", "One of the destinations of a split", {
  number: number("arm"),
  name,
  url: z.string().describe("An http or https URL"),
  weight: z
    .int()
    .min(0)
    .max(ruleLimits.weightMax)
    .describe("0 to 1000: share of the visits is this weight divided by the sum of all weights"),
}).meta({ title: "SplitArmInput" });

const split = input("SplitInput", "Several destinations among which visits are divided", {
  arms: z.array(splitArm).min(ruleLimits.armsMin).max(ruleLimits.armsMax).describe("2 to 10 destinations"),
  sticky: z.boolean().nullish().describe("Whether returning visitors get the same arm"),
}).meta({ title: "SplitInput" });

const ruleAction = input("RuleActionInput", "Where a rule leads: exactly one of url, split and blocked", {
  url: z.string().nullish().describe("One destination"),
  split: split.nullish().describe("Several destinations"),
  blocked: z.boolean().nullish().describe("True leads nowhere: visitors get a page that says so"),
}).meta({ title: "RuleActionInput" });

const rule = input("LinkRuleInput", "Where visits lead that meet a condition", {
  number: number("rule"),
  name,
  when: innerCondition.describe("Condition that visits must meet"),
  then: ruleAction.describe("Where these visits lead"),
}).meta({ title: "LinkRuleInput" });

const preview = input("LinkPreviewInput", "What crawlers that create previews get", {
  title: z.string().max(optionLimits.previewTitleMax).nullish().describe("Title"),
  description: z.string().max(optionLimits.previewDescriptionMax).nullish().describe("Text below the title"),
  imageUrl: z.string().nullish().describe("URL of an image"),
}).meta({ title: "LinkPreviewInput" });

const time = "in ISO 8601; without an offset it is in the time zone of the link";
const flag = z.boolean().nullish();
const text = z.string().nullish();

/** The options among the fields of a new or an edited link. Null and blank texts clear an option. */
export const optionInputs = {
  notBefore: text.describe(`Time before which the link leads nowhere, ${time}`),
  expiresAt: text.describe(`Time at which the link expires, ${time}. A date is valid to its end`),
  expiredUrl: text.describe("Where the link leads after it expired"),
  maxClicks: z
    .int()
    .min(1)
    .max(optionLimits.maxClicksMax)
    .nullish()
    .describe("How many people are redirected, counted from now on, until the link is used up"),
  maxClicksUrl: text.describe("Where the link leads when it is used up"),
  timeZone: text.describe("IANA time zone; UTC by default"),
  password: z
    .string()
    .min(optionLimits.passwordMin)
    .max(optionLimits.passwordMax)
    .nullish()
    .describe("4 to 128 characters that visitors are asked for. It cannot be read again: see `hasPassword`"),
  forwardQuery: flag.describe("Whether the visitor's query is added to the destination"),
  forwardQueryMode: forwardQueryMode
    .nullish()
    .describe("Which of two parameters with the same name the destination gets; theirsWin by default"),
  appendPath: flag.describe("Whether the path after the code is added to the destination"),
  redirectStatus: z
    .literal(redirectStatuses)
    .register(graphqlTypes, { type: Int })
    .nullish()
    .describe("HTTP status of redirects: 301, 302, 307 or 308; 302 by default"),
  preview: preview.nullish().describe("What crawlers that create previews get"),
  hideDestination: flag.describe("Whether the short URL followed by + hides the destination"),
  allowIndexing: flag.describe("Whether search engines may index the preview of the link"),
  passClickId: flag.describe(
    "Whether the destination gets the id of the click as the parameter hop_id, for conversions",
  ),
  rules: z
    .array(rule)
    .max(ruleLimits.rules)
    .nullish()
    .describe("All rules in order, at most 32; the first whose condition holds decides"),
  split: split.nullish().describe("Where visits lead that no rule applies to, instead of originalUrl"),
};
