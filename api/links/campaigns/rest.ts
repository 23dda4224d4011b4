import type { UtmRules } from "@hoplog/schema/links/utmRules.js";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { RequireActor } from "../../kernel/calls/actor.ts";
import { etagOfSettings } from "../../kernel/calls/etag.ts";
import { documented } from "../../kernel/calls/operation.ts";
import { parseInput } from "../../kernel/calls/parse.ts";
import { linksTag } from "../core/answers.ts";
import { utmAnswers } from "./answers.ts";
import { storedAllowed } from "../core/utmOfLink.ts";
import { usedUtmValues } from "./queries.ts";
import { readUtmRules, setUtmRules, utmSettings, type UtmServices } from "./rules.ts";

export const utmRulesBody = z.object({
  lowerCase: z
    .boolean("Must be true or false")
    .describe("Whether values of parameters that begin with `utm_` must be in lower case"),
  allowed: storedAllowed.default({}).describe("By parameter the values that it may have; what is missing may have any"),
});

export function utmRoutes(app: FastifyInstance, services: UtmServices, requireActor: RequireActor): void {
  app.get(
    "/api/utm/values",
    documented({
      id: "listUtmValues",
      tag: linksTag,
      summary: "Campaign values that were used before",
      description: "Those in the destinations of your newest 2,000 links, at most 50 of each field.",
      answer: { status: 200, is: utmAnswers.UtmValuesAnswer },
      failures: [403],
    }),
    async (request) => ({ success: true, data: await usedUtmValues(services, await requireActor(request)) }),
  );

  app.get(
    "/api/utm/rules",
    documented({
      id: "getUtmRules",
      tag: linksTag,
      summary: "Rules for campaign parameters",
      description: "What new links and edits may have in the campaign parameters of their destinations.",
      answer: { status: 200, is: utmAnswers.UtmRulesAnswer },
      failures: [403],
    }),
    async (request) => ({ success: true, data: bodyOf(await readUtmRules(services, await requireActor(request))) }),
  );

  app.put(
    "/api/utm/rules",
    documented({
      id: "setUtmRules",
      tag: linksTag,
      summary: "Set the rules for campaign parameters",
      description: "They take the place of those before, and hold for new links and edits; links stay as they are.",
      conditional: true,
      body: utmRulesBody,
      example: { lowerCase: true, allowed: { utm_medium: ["email", "print"] } },
      answer: { status: 200, is: utmAnswers.UtmRulesAnswer },
      failures: [400, 403],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const rules = await setUtmRules(services, actor, parseInput(utmRulesBody, request.body));
      return { success: true, message: "Rules saved successfully!", data: bodyOf(rules) };
    },
  );
}

function bodyOf(rules: UtmRules) {
  return { ...rules, etag: etagOfSettings(utmSettings(rules)) };
}
