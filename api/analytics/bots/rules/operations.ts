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
  field: enumeration<OwnVerdictField>("VerdictField", "Property of a visit that a verdict matches", {
    agent: "A part of the user agent, ignoring case",
    network: "The number of an autonomous system",
    referrer: "A host with all its subdomains",
  }).describe("Property that is matched"),
  value: z.string().describe("A part of the user agent, the number of a network, or a host with all its subdomains"),
  verdict: enumeration<VerdictKind>("VerdictKind", "How matching visitors are classified", {
    person: "A person",
    bot: "A bot",
  }).describe("How matching visitors are classified"),
};
const parameter = { name: z.string().describe("Its name"), value: z.string().describe("Its value, a secret") };
const texts = {
  verdicts: "The first match decides",
  addresses: "The workspace's own addresses and networks in CIDR notation",
  parameter: "Parameter of the short URL that marks the workspace's own visits",
};

const rules = entity<CurrentRules>()({
  name: "BotRules",
  description: "Rules of a workspace that classify visits, besides the built-in rules",
  fields: {
    version: count.describe("For changes; 0 if there never were any rules"),
    since: instant.nullable().describe("Time of the last change"),
    verdicts: z.array(part("OwnVerdict", "A workspace's classification of visitors", verdict)).describe(texts.verdicts),
    addresses: z.array(z.string()).describe(texts.addresses),
    parameter: part("OwnParameter", "A parameter of the short URL that marks own visits", parameter)
      .nullable()
      .describe(texts.parameter),
    etag,
  },
  computed: { etag: ({ version }) => etagOf(version) },
  weights: { verdicts: { length: limits.ownVerdictsMax / 4 }, addresses: { length: limits.ownAddressesMax / 4 } },
});

const changes = {
  toBots: count.describe("Clicks that would be classified as bots"),
  toPeople: count.describe("Clicks that would be classified as people"),
  otherReasons: count.describe("Clicks of bots that would have another reason"),
};
const change = part("BotChange", "Clicks of a day and a link that would be classified differently", {
  day: z.string().describe("YYYY-MM-DD"),
  linkId: z.guid().describe("ID of the link"),
  ...changes,
});

const trial = entity<Trial>()({
  name: "BotTrial",
  description: "What rules would change among the clicks whose user agents are stored",
  fields: {
    classified: count.describe("Clicks that can be classified again"),
    ...changes,
    rows: z.array(change).describe("The 50 days and links with the most changes"),
  },
  computed: {},
  weights: { rows: { length: 50 } },
});

const ownVerdicts = z.array(
  input("OwnVerdictInput", "A workspace's classification of visitors", verdict).meta({ title: "BotVerdictInput" }),
);
const newRules = input("BotRulesInput", "Rules that replace all existing rules", {
  version: z
    .int()
    .min(0)
    .meta(within(0, versionMax))
    .nullish()
    .describe("Version that the caller has seen; the change is rejected if there is a newer one"),
  verdicts: ownVerdicts.default([]).describe(texts.verdicts),
  addresses: z.array(z.string()).default([]).describe(texts.addresses),
  parameter: input("OwnParameterInput", "A parameter of the short URL that marks own visits", parameter)
    .nullish()
    .describe(`${texts.parameter}; none by default`),
});
const verdicts = ownVerdicts.nullish().describe("Proposed verdicts; those of the workspace by default");

/** OpenAPI tag of all calls about bots. */
export const botsTag: Tag = { name: "Bots", description: "Clicks that were classified as bots, and the reasons" };

const { query, mutation, graphqlQuery, restOnly } = operationsOn<RuleServices>(botsTag);

const oneRules = one(rules, { message: message.optional() });
const tried = {
  summary: "Try rules on past clicks",
  description:
    "Counts by link and day what the workspace's or proposed verdicts would change, with the current built-in rules. Changes nothing.",
  answer: one(trial, { message: null }),
};
const { bots: _bots, ...asked } = ofClicks;

/** The operations on a workspace's own rules for bots. */
export const ruleFaces = facesOf([
  query({
    name: "botRules",
    id: "getBotRules",
    rest: "GET /api/bots/rules",
    summary: "Get the workspace's own rules for bots and own visits",
    description: "They classify visits besides the built-in rules.",
    needs: ["bots:read"],
    takes: {},
    answer: oneRules,
    failures: [403],
    run: readRules,
  }),
  mutation({
    name: "setBotRules",
    rest: "PUT /api/bots/rules",
    summary: "Set the workspace's own rules for bots and own visits",
    description: `Replaces all existing rules, for new visits. At most ${limits.ownVerdictsMax} verdicts and ${limits.ownAddressesMax} addresses.`,
    needs: ["bots:write"],
    takes: { input: newRules },
    conditional: true,
    example: {
      verdicts: [{ field: "agent", value: "OurMonitor/", verdict: "bot" }],
      addresses: ["203.0.113.0/24"],
      parameter: { name: "me", value: "it-is-us" },
    },
    answer: oneRules,
    message: "Rules saved successfully!",
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
