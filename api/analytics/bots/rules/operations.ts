import { limits } from "@hoplog/schema/limits.js";
import type { OwnVerdictField, VerdictKind } from "@hoplog/schema/bots/workspaceRules.js";
import { z } from "zod";
import { asked as ofClicks } from "../../../clicks/questions/question.ts";
import { count, etag, instant, message } from "../../../kernel/contract/answerPieces.ts";
import { etagOf } from "../../../kernel/calls/etag.ts";
import type { Tag } from "../../../kernel/calls/operation.ts";
import { versionMax, within } from "../../../kernel/contract/parse.ts";
import { one } from "../../../kernel/contract/answers.ts";
import { entity, input, part } from "../../../kernel/contract/entity.ts";
import { enumeration } from "../../../kernel/contract/enumeration.ts";
import { fieldsOf } from "../../../kernel/contract/fields.ts";
import { facesOf, operationsOn } from "../../../kernel/contract/operations.ts";
import { linkField } from "../../../links/core/entities.ts";
import { type CurrentRules, readRules, type RuleServices, setRules } from "./commands.ts";
import { type Trial, tryRules } from "./tryRules.ts";

const verdict = {
  field: enumeration<OwnVerdictField>("VerdictField", "Property of a visit that a classification rule compares", {
    agent: "Part of the user agent, ignoring case",
    network: "Autonomous system number (ASN)",
    referrer: "Referrer host, including its subdomains",
  }).describe("Property that the rule compares"),
  value: z
    .string()
    .describe("Part of a user agent, an autonomous system number, or a host (which includes its subdomains)"),
  verdict: enumeration<VerdictKind>("VerdictKind", "Classification of matching visitors", {
    person: "A person",
    bot: "A bot",
  }).describe("Classification of matching visitors"),
};
const parameter = {
  name: z.string().describe("Name of the parameter"),
  value: z.string().describe("Secret value of the parameter"),
};
const texts = {
  verdicts: "Classification rules; the first matching rule applies",
  addresses: "IP addresses of the workspace, and networks in CIDR notation, whose visits are own visits",
  parameter: "Parameter of short URLs that marks own visits of the workspace",
};

const rules = entity<CurrentRules>()({
  name: "BotRules",
  description: "The workspace's own rules that classify visits, in addition to the built-in rules",
  fields: {
    version: count.describe("Version of the rules, to detect concurrent changes; 0 if rules were never set"),
    since: instant.nullable().describe("Time of the last change; null if rules were never set"),
    verdicts: z
      .array(part("OwnVerdict", "A workspace's rule that classifies visitors", verdict))
      .describe(texts.verdicts),
    addresses: z.array(z.string()).describe(texts.addresses),
    parameter: part("OwnParameter", "A parameter of short URLs that marks own visits of the workspace", parameter)
      .nullable()
      .describe(texts.parameter),
    etag,
  },
  computed: { etag: ({ version }) => etagOf(version) },
  weights: { verdicts: { length: limits.ownVerdictsMax / 4 }, addresses: { length: limits.ownAddressesMax / 4 } },
});

const changes = {
  toBots: count.describe("Clicks by people that would be reclassified as bots"),
  toPeople: count.describe("Clicks by bots that would be reclassified as people"),
  otherReasons: count.describe("Clicks by bots that would get another classification reason"),
};
const change = part("BotChange", "Clicks on a link on one day whose classification would change", {
  day: z.string().describe("Day in the requested time zone, as YYYY-MM-DD"),
  linkId: z.guid().describe("ID of the clicked link"),
  ...changes,
});

const trial = entity<Trial>()({
  name: "BotTrial",
  description: "The effect that rules would have on past clicks with a stored user agent",
  fields: {
    classified: count.describe("Number of past clicks that were tried: those with a stored user agent"),
    ...changes,
    rows: z.array(change).describe("The 50 pairs of day and link with the most changes"),
  },
  computed: {},
  weights: { rows: { length: 50 } },
});

const ownVerdicts = z.array(
  input("OwnVerdictInput", "A workspace's rule that classifies visitors", verdict).meta({ title: "BotVerdictInput" }),
);
const newRules = input("BotRulesInput", "Rules that replace all existing rules of the workspace", {
  version: z
    .int()
    .min(0)
    .meta(within(0, versionMax))
    .nullish()
    .describe("Expected current version: the call is rejected if the rules have changed since"),
  verdicts: ownVerdicts.default([]).describe(texts.verdicts),
  addresses: z.array(z.string()).default([]).describe(texts.addresses),
  parameter: input("OwnParameterInput", "A parameter of short URLs that marks own visits of the workspace", parameter)
    .nullish()
    .describe(`${texts.parameter}; none by default`),
});
const verdicts = ownVerdicts
  .nullish()
  .describe("Proposed classification rules; the workspace's current ones by default");

/** OpenAPI tag of all calls about bots. */
export const botsTag: Tag = {
  name: "Bots",
  description: "Clicks that were classified as bots, and the rules that classify them",
};

const { query, mutation, graphqlQuery, restOnly } = operationsOn<RuleServices>(botsTag);

const oneRules = one(rules, { message: message.optional() });
const tried = {
  summary: "Try classification rules on past clicks",
  description:
    "Counts, by link and day, the past clicks whose classification the given rules or the workspace's current rules would change. The built-in rules of this release also apply. Stores nothing.",
  answer: one(trial, { message: null }),
};
const { bots: _bots, ...asked } = ofClicks;

/** The operations on a workspace's own rules for bots. */
export const ruleFaces = facesOf([
  query({
    name: "botRules",
    id: "getBotRules",
    rest: "GET /api/bots/rules",
    summary: "Get the workspace's own classification rules",
    description:
      "The rules classify visitors as bots or people, in addition to the built-in rules, and mark own visits of the workspace.",
    needs: ["bots:read"],
    takes: {},
    answer: oneRules,
    failures: [403],
    run: readRules,
  }),
  mutation({
    name: "setBotRules",
    rest: "PUT /api/bots/rules",
    summary: "Set the workspace's own classification rules",
    description: `Replaces all existing rules. The new rules apply to visits from now on. At most ${limits.ownVerdictsMax} \`verdicts\` and ${limits.ownAddressesMax} \`addresses\` per workspace.`,
    needs: ["bots:write"],
    takes: { input: newRules },
    conditional: true,
    example: {
      verdicts: [{ field: "agent", value: "OurMonitor/", verdict: "bot" }],
      addresses: ["203.0.113.0/24"],
      parameter: { name: "me", value: "it-is-us" },
    },
    answer: oneRules,
    message: "Rules saved",
    failures: [400, 403, 409],
    run(services, actor, given) {
      const { version = null, parameter: marked = null, ...lists } = given.input;
      return setRules(services, actor, { ...lists, parameter: marked }, version);
    },
  }),
  restOnly({
    ...tried,
    id: "tryBotRules",
    rest: "POST /api/bots/rules/try",
    needs: ["bots:read"],
    takes: { ...asked, input: z.object({ verdicts }) },
    example: { verdicts: [{ field: "agent", value: "OurMonitor/", verdict: "bot" }] },
    failures: [400, 403],
    run: (services, actor, { input: { verdicts: proposed = null }, ...question }) =>
      tryRules(services, actor, { ...question, now: services.now() }, proposed),
  }),
  graphqlQuery({
    ...tried,
    name: "tryBotRules",
    needs: ["bots:read"],
    takes: { ...asked, verdicts },
    weight: { cost: 60 },
    run: (services, actor, { verdicts: proposed = null, ...question }) =>
      tryRules(services, actor, { ...question, now: services.now() }, proposed),
  }),
  { resolvers: [fieldsOf<{ readonly linkId: string }, RuleServices>().addedTo(change, [linkField])] },
]);
