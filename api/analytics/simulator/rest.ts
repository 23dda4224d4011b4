import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { RequireActor } from "../../kernel/calls/actor.ts";
import { answer } from "../../kernel/calls/answers.ts";
import { documented } from "../../kernel/calls/operation.ts";
import { idOf, parseInput } from "../../kernel/calls/parse.ts";
import { linksTag } from "../../links/core/answers.ts";
import { describedOptionInputs } from "../../links/core/options/described.ts";
import { replay } from "./entities.ts";
import { namedRules } from "./namedRules.ts";
import { replayText, trialAnswer, trialText } from "./operations.ts";
import { replayDays, replayLink } from "./replayLink.ts";
import type { TrialServices } from "./services.ts";
import { tryLink } from "./tryLink.ts";
import { visitorInput } from "./visitorFields.ts";

const tryBody = visitorInput.extend({ rules: z.unknown().optional() });
const replayBody = z.object({ rules: z.unknown().optional(), days: z.number("Must be a number").optional() });

const describedRules = describedOptionInputs.rules.describe("Proposed rules; those of the link by default");

export const trialAnswers = { TrialAnswer: trialAnswer.schema, ReplayAnswer: answer({ data: replay }) };

/** The routes of trials, whose rules are described as REST documents them and read like those of an edited link. */
export function trialRoutes(app: FastifyInstance, services: TrialServices, requireActor: RequireActor): void {
  app.post(
    "/api/urls/:id/try",
    documented({
      ...trialText,
      id: "tryUrl",
      tag: linksTag,
      body: visitorInput.extend({
        address: z.string().nullish().describe("An IP address"),
        rules: describedRules,
      }),
      example: { country: "AT", language: "de-AT,de;q=0.9" },
      answer: { status: 200, is: trialAnswers.TrialAnswer },
      failures: [400, 404],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const id = idOf(request.params, "Link");
      return { success: true, data: await tryLink(services, actor, id, parseInput(tryBody, request.body)) };
    },
  );

  app.post(
    "/api/urls/:id/replay",
    documented({
      ...replayText,
      id: "replayUrl",
      tag: linksTag,
      body: z.object({
        days: z.int().min(replayDays.min).max(replayDays.max).optional().describe(`${replayDays.default} by default`),
        rules: describedRules,
      }),
      example: { days: 30 },
      answer: { status: 200, is: trialAnswers.ReplayAnswer },
      failures: [400, 404],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const id = idOf(request.params, "Link");
      const replayed = await replayLink(services, actor, id, parseInput(replayBody, request.body));
      return { success: true, data: namedRules(replayed) };
    },
  );
}
