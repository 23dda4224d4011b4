import { limits } from "@hoplog/schema/limits.js";
import { utmFields } from "@hoplog/schema/links/utm.js";
import type { UtmRules } from "@hoplog/schema/links/utmRules.js";
import { recordOf } from "@hoplog/schema/recordOf.js";
import { z } from "zod";
import { etag, message } from "../../kernel/contract/answerPieces.ts";
import { etagOfSettings } from "../../kernel/calls/etag.ts";
import { many, one } from "../../kernel/contract/answers.ts";
import { entity, input, part } from "../../kernel/contract/entity.ts";
import { enumeration } from "../../kernel/contract/enumeration.ts";
import { facesOf, operationsOn } from "../../kernel/contract/operations.ts";
import { linksTag } from "../core/entities.ts";
import { storedAllowed } from "../core/utmOfLink.ts";
import { type UsedValues, usedUtmValues } from "./queries.ts";
import { readUtmRules, setUtmRules, utmSettings, type UtmServices } from "./rules.ts";
import type { Feature } from "../../kernel/calls/feature.ts";

/** A campaign parameter. */
export const utmField = enumeration(
  "UtmField",
  "A campaign parameter of a destination URL",
  recordOf(utmFields, (field) => `The query parameter \`${field}\``),
);

const usedValues = entity<UsedValues>()({
  name: "UtmValues",
  description: "Values of one campaign parameter in the destinations of recent links",
  fields: {
    field: utmField.describe("The campaign parameter"),
    values: z.array(z.string()).describe("At most 50 values, most frequent first"),
  },
  computed: {},
  weights: { values: { length: 20 } },
});

const texts = {
  lowerCase: "Whether values of parameters whose names begin with `utm_` must be in lower case",
  allowed: "Allowed values of each parameter; parameters without an entry may have any value",
};
const allowedValues = {
  field: utmField.describe("The campaign parameter"),
  values: z
    .array(z.string())
    .describe(`At most ${limits.utmAllowedMax} values of at most ${limits.utmValueMax} characters`),
};
const rules = entity<UtmRules>()({
  name: "UtmRules",
  description: "Rules for campaign parameters, checked when a destination is created or edited",
  fields: {
    lowerCase: z.boolean().describe(texts.lowerCase),
    allowedByField: storedAllowed.describe(texts.allowed),
    allowed: z
      .array(part("UtmAllowed", "Allowed values of one campaign parameter", allowedValues, { values: { length: 20 } }))
      .describe(texts.allowed),
    etag,
  },
  computed: {
    allowedByField: ({ allowed }) => allowed,
    allowed: ({ allowed }) => utmFields.flatMap((field) => (allowed[field] ? [{ field, values: allowed[field] }] : [])),
    etag: (shown) => etagOfSettings(utmSettings(shown)),
  },
  restNames: { allowedByField: "allowed" },
  only: { allowedByField: "rest", allowed: "graphql" },
  weights: { allowed: { length: utmFields.length } },
});

const summary = "Set the rules for campaign parameters";
const description = "Replaces all rules. The rules apply to new links and to edits; existing links are not changed.";
const rulesInput = input(
  "UtmRulesInput",
  "The complete rules for campaign parameters, which replace the current ones",
  {
    lowerCase: z.boolean().describe(texts.lowerCase),
    allowed: z
      .array(input("UtmAllowedInput", "Allowed values of one campaign parameter", allowedValues))
      .describe(texts.allowed),
  },
);

const oneRules = one(rules, { message: message.optional() });
const { query, restOnly, graphqlMutation } = operationsOn<UtmServices>(linksTag);

/** Campaign parameters of destinations: previously used values, and the rules of a workspace. */
export const utm: Feature<UtmServices> = facesOf([
  query({
    name: "utmValues",
    id: "listUtmValues",
    rest: "GET /api/utm/values",
    summary: "List recently used campaign parameter values",
    description:
      "Returns one entry per campaign parameter, with its values in the destinations of the newest 2,000 links of the workspace.",
    needs: ["links:read"],
    takes: {},
    answer: many(usedValues, "UtmValuesAnswer"),
    weight: { cost: 20, length: utmFields.length },
    failures: [403],
    run: usedUtmValues,
  }),
  query({
    name: "utmRules",
    id: "getUtmRules",
    rest: "GET /api/utm/rules",
    summary: "Get the rules for campaign parameters",
    description: "The rules apply to the destinations of new and edited links.",
    needs: ["links:read"],
    takes: {},
    answer: oneRules,
    failures: [403],
    run: readUtmRules,
  }),
  restOnly({
    id: "setUtmRules",
    rest: "PUT /api/utm/rules",
    summary,
    description,
    needs: ["links:write"],
    takes: {
      lowerCase: z.boolean("Must be true or false").describe(texts.lowerCase),
      allowed: storedAllowed.default({}).describe(texts.allowed),
    },
    conditional: true,
    example: { lowerCase: true, allowed: { utm_medium: ["email", "print"] } },
    answer: oneRules,
    message: "Rules saved",
    failures: [400, 403],
    run: setUtmRules,
  }),
  graphqlMutation({
    name: "setUtmRules",
    summary,
    description,
    needs: ["links:write"],
    takes: { input: rulesInput },
    conditional: true,
    answer: oneRules,
    run: (services, actor, { input: { lowerCase, allowed } }) =>
      setUtmRules(services, actor, {
        lowerCase,
        allowed: Object.fromEntries(allowed.map(({ field, values }) => [field, values])),
      }),
  }),
]);
