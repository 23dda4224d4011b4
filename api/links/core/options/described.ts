import { conditionFields, conditionLimits, conditionOps } from "@hoplog/schema/links/options/condition.js";
import { forwardQueryModes, optionLimits, redirectStatuses } from "@hoplog/schema/links/options/options.js";
import { ruleLimits } from "@hoplog/schema/links/options/rule.js";
import { z } from "zod";

// Options as the OpenAPI document describes them. What comes in is read by `read.ts`, which bounds it first.

/** What holds conditions again is referred to by its name: a body that held itself could not be written down. */
const inner = z.unknown().meta({ $ref: "#/components/schemas/LinkCondition" });

/** One of `all`, `any`, `not` and `field`. */
export const describedCondition = z
  .object({
    all: z.array(inner).min(1).optional(),
    any: z.array(inner).min(1).optional(),
    not: inner.optional(),
    field: z.enum(conditionFields).optional(),
    op: z.enum(conditionOps).optional(),
    values: z.array(z.string().max(conditionLimits.valueMax)).max(conditionLimits.values).optional(),
    name: z.string().optional().describe("The parameter's name, of query alone"),
  })
  .describe(
    `One of all, any, not and field. Nested ${conditionLimits.depth} deep at most; a link has ${conditionLimits.perLink} conditions at most`,
  );

/** No link comes to so many rules or arms. */
const numberMax = 2 ** 31 - 1;
const number = z.int().min(1).max(numberMax);
const name = z.string().max(ruleLimits.nameMax);
const weight = z.int().min(0).max(ruleLimits.weightMax);
const preview = z
  .object({
    title: z.string().max(optionLimits.previewTitleMax).optional(),
    description: z.string().max(optionLimits.previewDescriptionMax).optional(),
    imageUrl: z.string().optional(),
  })
  .meta({ title: "Preview" });

/** `kind` ends the names of their shapes. */
function rulesOf<A extends z.ZodObject>(arm: A, ownNumber: z.ZodType, ownName: z.ZodType, kind: "" | "Input") {
  const split = z
    .object({
      arms: z
        .array(arm.meta({ title: `SplitArm${kind}` }))
        .min(ruleLimits.armsMin)
        .max(ruleLimits.armsMax),
      sticky: z.boolean().optional().describe("Whether a visitor who comes again gets the same arm"),
    })
    .meta({ title: `Split${kind}` });
  const then = z
    .object({ url: z.string().optional(), split: split.optional(), blocked: z.literal(true).optional() })
    .describe("One of url, split and blocked")
    .meta({ title: `RuleOutcome${kind}` });
  const rule = z.object({ number: ownNumber, name: ownName, when: inner, then }).meta({ title: `Rule${kind}` });
  return { rules: z.array(rule).max(ruleLimits.rules), split };
}

const sent = rulesOf(
  z.object({ number: number.optional(), name: name.optional(), url: z.string(), weight }),
  number.optional().describe("Of a rule that the link has; without it the rule is a new one"),
  name.optional(),
  "Input",
);
const shown = rulesOf(z.object({ number, name, url: z.string(), weight }), number, name, "");

const time = "ISO 8601; without an offset it is meant in the link's time zone";

/** As they are sent; null and blank texts clear. */
export const describedOptionInputs = {
  notBefore: z.string().nullish().describe(`Before it the link leads nowhere yet. ${time}`),
  expiresAt: z
    .string()
    .nullish()
    .describe(`From then on the link has expired. ${time}. A day alone is valid to its end`),
  expiredUrl: z.string().nullish().describe("Where the link leads once it has expired"),
  maxClicks: z
    .int()
    .min(1)
    .max(optionLimits.maxClicksMax)
    .nullish()
    .describe("So many people are redirected, counted from when it is set; then the link is used up"),
  maxClicksUrl: z.string().nullish().describe("Where the link leads once it is used up"),
  timeZone: z.string().nullish().describe("IANA; UTC unless given"),
  password: z
    .string()
    .min(optionLimits.passwordMin)
    .max(optionLimits.passwordMax)
    .nullish()
    .describe("Visitors are asked for it. Nobody can read it again: see `hasPassword`"),
  forwardQuery: z.boolean().nullish().describe("Whether the visitor's query goes on to the destination"),
  forwardQueryMode: z
    .enum(forwardQueryModes)
    .nullish()
    .describe(
      "Which of two parameters of one name the destination gets: the visitor's (theirsWin, the default) or its own",
    ),
  appendPath: z.boolean().nullish().describe("Whether the path behind the code goes on to the destination"),
  redirectStatus: z.literal(redirectStatuses).nullish().describe("302 unless given"),
  preview: preview.meta({ title: "PreviewInput" }).nullish().describe("What crawlers that make previews are shown"),
  hideDestination: z.boolean().nullish().describe("Whether `code+` doesn't say where the link leads"),
  allowIndexing: z.boolean().nullish().describe("Whether search engines may keep the link's preview"),
  passClickId: z
    .boolean()
    .nullish()
    .describe("Whether the destination learns the id of the click, as the parameter hop_id: for conversions"),
  rules: sent.rules.nullish().describe("All of them in their order; the first whose condition holds decides"),
  split: sent.split.nullish().describe("Where visits lead that no rule is for, instead of `originalUrl`"),
};

/** As they are shown: only those that aren't as by default. */
export const describedOptions = {
  notBefore: z.iso.datetime().optional(),
  expiresAt: z.iso.datetime().optional(),
  expiredUrl: z.string().optional(),
  maxClicks: z.int().min(1).optional(),
  maxClicksUrl: z.string().optional(),
  timeZone: z.string().optional(),
  hasPassword: z.literal(true).optional().describe("Visitors are asked for a password. Absent unless they are"),
  forwardQuery: z.literal(true).optional(),
  forwardQueryMode: z.literal("keepMine").optional(),
  appendPath: z.literal(true).optional(),
  redirectStatus: z.literal(redirectStatuses).optional(),
  preview: preview.optional(),
  hideDestination: z.literal(true).optional(),
  allowIndexing: z.literal(true).optional(),
  passClickId: z.literal(true).optional(),
  rules: shown.rules.optional(),
  split: shown.split.optional(),
};
