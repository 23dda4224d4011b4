import { conditionLimits } from "@hoplog/schema/links/options/condition.js";
import { optionLimits, redirectStatuses } from "@hoplog/schema/links/options/options.js";
import { ruleLimits } from "@hoplog/schema/links/options/rule.js";
import { Int } from "type-graphql";
import { z } from "zod";
import { input } from "../../../kernel/contract/entity.ts";
import { graphqlTypes, makeClass } from "../../../kernel/contract/graphqlTypes.ts";
import { conditionField, conditionOp, forwardQueryMode } from "./enums.ts";
import { condition, conditionWithin, optionFields, preview, rule, ruleAction, split } from "./shown.ts";

// GraphQL and REST inputs for link options. `read.ts` parses the values and checks limits that these schemas omit.

const conditionType = makeClass();
const { shape: shown } = condition;
const innerCondition = conditionWithin(conditionType);

/** Gives an input the description of the corresponding output field. */
const as = <Schema extends z.ZodType>({ description = "" }: z.ZodType, schema: Schema) => schema.describe(description);

input(
  "ConditionInput",
  "A condition on visits, with exactly one of `all`, `any`, `not` and `field`",
  {
    all: as(shown.all, z.array(innerCondition).nullish()),
    any: as(shown.any, z.array(innerCondition).nullish()),
    not: as(shown.not, innerCondition.nullish()),
    field: as(shown.field, conditionField.nullish()),
    op: conditionOp.nullish().describe("Comparison operator; may be omitted for a field that supports only one"),
    values: z
      .array(z.string())
      .nullish()
      .describe(`Values to compare with, at most ${conditionLimits.values}; empty for the operator exists`),
    name: as(shown.name, z.string().nullish()),
  },
  conditionType,
);

const number = (what: "rule" | "arm") =>
  z
    .int()
    .min(1)
    .max(2 ** 31 - 1)
    .nullish()
    .describe(`Number of an existing ${what} of the link; omit it for a new ${what}`);
const name = z.string().max(ruleLimits.nameMax).nullish().describe("Display name of the rule or arm");

const splitArmInput = input("SplitArmInput", "One destination of a split", {
  number: number("arm"),
  name,
  url: z.string().describe("An http or https URL"),
  weight: z
    .int()
    .min(0)
    .max(ruleLimits.weightMax)
    .describe("Weight from 0 to 1000; the share of visits is this weight divided by the sum of all weights"),
}).meta({ title: "SplitArmInput" });

const splitInput = input("SplitInput", "A split of visits between several destinations", {
  arms: as(split.shape.arms, z.array(splitArmInput).min(ruleLimits.armsMin).max(ruleLimits.armsMax)),
  sticky: as(split.shape.sticky, z.boolean().nullish()),
}).meta({ title: "SplitInput" });

const ruleActionInput = input(
  "RuleActionInput",
  "Action of a rule for matching visits: exactly one of `url`, `split` and `blocked`",
  {
    url: as(ruleAction.shape.url, z.string().nullish()),
    split: as(ruleAction.shape.split, splitInput.nullish()),
    blocked: z.boolean().nullish().describe("Whether matching visits get a page instead of a redirect"),
  },
).meta({ title: "RuleActionInput" });

const ruleInput = input("LinkRuleInput", "A rule for visits that meet a condition", {
  number: number("rule"),
  name,
  when: as(rule.shape.when, innerCondition),
  then: as(rule.shape.then, ruleActionInput),
}).meta({ title: "LinkRuleInput" });

const previewInput = input("LinkPreviewInput", "Metadata that link preview crawlers get", {
  title: as(preview.shape.title, z.string().max(optionLimits.previewTitleMax).nullish()),
  description: as(preview.shape.description, z.string().max(optionLimits.previewDescriptionMax).nullish()),
  imageUrl: as(preview.shape.imageUrl, z.string().nullish()),
}).meta({ title: "LinkPreviewInput" });

const time = "in ISO 8601; without an offset, the time zone of the link applies";
const flag = z.boolean().nullish();
const text = z.string().nullish();

/** The options among the fields of a new or an edited link. Null or a blank text clears an option. */
export const optionInputs = {
  notBefore: text.describe(`Time from which the link redirects, ${time}`),
  expiresAt: text.describe(`Time at which the link expires, ${time}. A date without a time means the end of that day`),
  expiredUrl: as(optionFields.expiredUrl, text),
  maxClicks: z
    .int()
    .min(1)
    .max(optionLimits.maxClicksMax)
    .nullish()
    .describe(
      "Maximum number of visits that are redirected; bots are not redirected. Counting starts when the limit is first set; changing the limit does not restart it",
    ),
  maxClicksUrl: as(optionFields.maxClicksUrl, text),
  timeZone: as(optionFields.timeZone, text),
  password: z
    .string()
    .min(optionLimits.passwordMin)
    .max(optionLimits.passwordMax)
    .nullish()
    .describe("Password that visitors must enter, 4 to 128 characters. It cannot be read again; see `hasPassword`"),
  forwardQuery: as(optionFields.forwardQuery, flag),
  forwardQueryMode: as(optionFields.forwardQueryMode, forwardQueryMode.nullish()),
  appendPath: as(optionFields.appendPath, flag),
  redirectStatus: z
    .literal(redirectStatuses)
    .register(graphqlTypes, { type: Int })
    .nullish()
    .describe("HTTP status of redirects: 301, 302, 307 or 308; 302 by default"),
  preview: as(optionFields.preview, previewInput.nullish()),
  hideDestination: as(optionFields.hideDestination, flag),
  allowIndexing: as(optionFields.allowIndexing, flag),
  passClickId: as(optionFields.passClickId, flag),
  rules: z
    .array(ruleInput)
    .max(ruleLimits.rules)
    .nullish()
    .describe("All rules in order, at most 32; the first rule whose condition matches a visit applies"),
  split: as(optionFields.split, splitInput.nullish()),
};
