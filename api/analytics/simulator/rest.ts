import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { RequireActor } from "../../kernel/calls/actor.ts";
import { documented } from "../../kernel/calls/operation.ts";
import { idOf, parseInput } from "../../kernel/calls/parse.ts";
import { linksTag } from "../../links/core/answers.ts";
import { describedOptionInputs } from "../../links/core/options/described.ts";
import { trialAnswers } from "./answers.ts";
import { namedRules } from "./namedRules.ts";
import { replayDays, replayLink } from "./replayLink.ts";
import type { TrialServices } from "./services.ts";
import { tryLink } from "./tryLink.ts";
import { visitorFields } from "./visitorFields.ts";

const at = z.iso
  .datetime({ offset: true, error: "Must be a date and time in ISO 8601 with an offset" })
  .transform((text) => new Date(text));
const tryBody = visitorFields.extend({ at: at.nullish(), rules: z.unknown().optional() });
const replayBody = z.object({ rules: z.unknown().optional(), days: z.number("Must be a number").optional() });

const describedRules = describedOptionInputs.rules.describe("Proposed ones; missing: those that the link has");

export function trialRoutes(app: FastifyInstance, services: TrialServices, requireActor: RequireActor): void {
  app.post(
    "/api/urls/:id/try",
    documented({
      id: "tryUrl",
      tag: linksTag,
      summary: "What a visitor of the link would meet",
      description: "Decides about a made-up visitor as redirectors do, and says why. Nothing is counted.",
      body: z.object({
        country: z.string().nullish().describe("ISO 3166-1 alpha-2; goes before the address"),
        userAgent: z.string().nullish(),
        language: z.string().nullish().describe("As Accept-Language has it"),
        query: z.string().nullish(),
        referrer: z.string().nullish(),
        address: z.string().nullish(),
        at: z.iso.datetime().nullish().describe("Now, where it is missing"),
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
      id: "replayUrl",
      tag: linksTag,
      summary: "Where past clicks would have gone by other rules",
      description: "Over all clicks of the last days, by what is recorded of them; what can't be told is said.",
      body: z.object({
        days: z.int().min(replayDays.min).max(replayDays.max).optional().describe(`${replayDays.default} unless given`),
        rules: describedRules,
      }),
      example: { days: 30 },
      answer: { status: 200, is: trialAnswers.ReplayAnswer },
      failures: [400, 404],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const id = idOf(request.params, "Link");
      const replay = await replayLink(services, actor, id, parseInput(replayBody, request.body));
      return { success: true, data: namedRules(replay) };
    },
  );
}
