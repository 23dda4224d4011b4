import { verdictFields, verdictKinds } from "@hoplog/schema/bots/workspaceRules.js";
import { limits } from "@hoplog/schema/limits.js";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { RequireActor } from "../../../kernel/calls/actor.ts";
import { etagOf } from "../../../kernel/calls/etag.ts";
import { documented } from "../../../kernel/calls/operation.ts";
import { parseInput, versionMax, within } from "../../../kernel/calls/parse.ts";
import { rangeOf, rangeParameters } from "../../../clicks/counts/rangeQuery.ts";
import { filterQuery, filtersOf } from "../../link/filters/restQuery.ts";
import { tryRules } from "./tryRules.ts";
import { botsTag, ruleAnswers } from "./answers.ts";
import { type CurrentRules, readRules, type RuleServices, setRules } from "./commands.ts";

export const rulesBody = z.object({
  version: z
    .int()
    .min(0)
    .meta(within(0, versionMax))
    .nullish()
    .describe("Refused where the rules have another one by now"),
  verdicts: z
    .array(
      z
        .object({
          field: z.enum(verdictFields),
          value: z.string().describe("A part of the user agent, the number of a network, or a host with all below it"),
          verdict: z.enum(verdictKinds),
        })
        .meta({ title: "BotVerdictInput" }),
    )
    .default([])
    .describe("The first that fits a visit decides"),
  addresses: z.array(z.string()).default([]).describe("Addresses and networks of one's own, in CIDR"),
  parameter: z
    .object({ name: z.string(), value: z.string() })
    .nullish()
    .describe("A parameter of the short URL that marks one's own visits"),
});

export const trialQuery = z.object({ ...rangeParameters, filter: filterQuery });
export const trialBody = z.object({
  verdicts: rulesBody.shape.verdicts.unwrap().nullish().describe("Proposed ones; absent: the workspace's own"),
});

export function ruleRoutes(app: FastifyInstance, services: RuleServices, requireActor: RequireActor): void {
  app.get(
    "/api/bots/rules",
    documented({
      id: "getBotRules",
      tag: botsTag,
      summary: "The workspace's own rules for bots and own visits",
      description: "By which visits are classified besides the built-in ones.",
      answer: { status: 200, is: ruleAnswers.BotRulesAnswer },
      failures: [403],
    }),
    async (request) => ({ success: true, data: bodyOf(await readRules(services, await requireActor(request))) }),
  );

  app.put(
    "/api/bots/rules",
    documented({
      id: "setBotRules",
      tag: botsTag,
      summary: "Set the workspace's own rules for bots and own visits",
      description: `In place of all that there are, for visits from then on. At most ${limits.ownVerdictsMax} verdicts and ${limits.ownAddressesMax} addresses.`,
      conditional: true,
      body: rulesBody,
      example: {
        verdicts: [{ field: "agent", value: "OurMonitor/", verdict: "bot" }],
        addresses: ["203.0.113.0/24"],
        parameter: { name: "me", value: "it-is-us" },
      },
      answer: { status: 200, is: ruleAnswers.BotRulesAnswer },
      failures: [400, 403, 409],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const { version, parameter, ...lists } = parseInput(rulesBody, request.body);
      const rules = await setRules(services, actor, { ...lists, parameter: parameter ?? null }, version ?? null);
      return { success: true, message: "Rules saved successfully!", data: bodyOf(rules) };
    },
  );

  app.post(
    "/api/bots/rules/try",
    documented({
      id: "tryBotRules",
      tag: botsTag,
      summary: "Try rules on the past",
      description:
        "What the workspace's verdicts, or proposed ones, would change with the built-in rules of today, by link and day. Changes nothing.",
      query: trialQuery,
      body: trialBody,
      example: { verdicts: [{ field: "agent", value: "OurMonitor/", verdict: "bot" }] },
      answer: { status: 200, is: ruleAnswers.BotTrialAnswer },
      failures: [400, 403],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const query = parseInput(trialQuery, request.query);
      const { verdicts } = parseInput(trialBody, request.body);
      const question = { range: rangeOf(query), tz: query.tz, filters: filtersOf(query), now: services.now() };
      return { success: true, data: await tryRules(services, actor, question, verdicts ?? null) };
    },
  );
}

function bodyOf(rules: CurrentRules) {
  return { ...rules, etag: etagOf(rules.version) };
}
