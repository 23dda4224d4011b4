import { limits } from "@hoplog/schema/limits.js";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { authorizeOwn } from "../../../kernel/access/authorize.ts";
import { intervals } from "../../account/intervals.ts";
import type { RequireActor } from "../../../kernel/calls/actor.ts";
import { documented } from "../../../kernel/calls/operation.ts";
import { flag, parseInput, queryText, wholeNumber } from "../../../kernel/calls/parse.ts";
import { rangeOf, rangeParameters } from "../../../clicks/counts/rangeQuery.ts";
import { filterQuery, filtersOf } from "../../link/filters/restQuery.ts";
import { botAnswers } from "./answers.ts";
import { chartOf, figuresOf } from "./figures.ts";
import { checkedOnly, type VerdictQuestion } from "./question.ts";
import { botsTag } from "../rules/operations.ts";
import { samplesMax, samplesOf } from "./samples.ts";
import type { BotServices } from "./services.ts";
import { topOf, verdictFields } from "./tops.ts";

const question = {
  ...rangeParameters,
  people: flag.default(false).describe("Shows what was taken for a person instead"),
  filter: filterQuery,
  reason: queryText.optional().describe("As answers give it, such as `crawler: Googlebot`"),
  agent: queryText.optional().describe("A user agent as it was sent"),
  network: queryText.optional().describe("Number of an autonomous system"),
};
export const botsQuery = z.object({ ...question, interval: z.enum(intervals).default("day") });
export const botTopQuery = z.object({
  ...question,
  field: z.enum(verdictFields),
  limit: wholeNumber(1, limits.longTopList).default(10),
});
export const botSamplesQuery = z.object({
  ...question,
  limit: wholeNumber(1, samplesMax).default(20),
});

export function botRoutes(app: FastifyInstance, services: BotServices, requireActor: RequireActor): void {
  const questionOf = (
    ownerId: string,
    query: z.output<typeof botsQuery | typeof botTopQuery | typeof botSamplesQuery>,
  ): VerdictQuestion => ({
    ownerId,
    range: rangeOf(query),
    tz: query.tz,
    people: query.people,
    filters: filtersOf(query),
    only: checkedOnly(query),
    now: services.now(),
  });

  app.get(
    "/api/bots",
    documented({
      id: "getBots",
      tag: botsTag,
      summary: "Figures and chart of the clicks that were taken for bots",
      description: "By kind of reason. Days are those of `tz`; filters and values narrow them.",
      query: botsQuery,
      answer: { status: 200, is: botAnswers.BotsAnswer },
      failures: [403],
    }),
    async (request) => {
      const ownerId = authorizeOwn(await requireActor(request), "bots:read");
      const query = parseInput(botsQuery, request.query);
      const asked = questionOf(ownerId, query);
      const [figures, chart] = await Promise.all([
        figuresOf(services.clickhouse, asked),
        chartOf(services.clickhouse, asked, query.interval),
      ]);
      return { success: true, data: { figures, chart } };
    },
  );

  app.get(
    "/api/bots/top",
    documented({
      id: "getBotTop",
      tag: botsTag,
      summary: "Reasons, user agents, networks or referrers with the most clicks of bots",
      description: "With why they were judged so.",
      query: botTopQuery,
      answer: { status: 200, is: botAnswers.BotTopAnswer },
      failures: [403],
    }),
    async (request) => {
      const ownerId = authorizeOwn(await requireActor(request), "bots:read");
      const query = parseInput(botTopQuery, request.query);
      return {
        success: true,
        data: await topOf(services.clickhouse, questionOf(ownerId, query), query.field, query.limit),
      };
    },
  );

  app.get(
    "/api/bots/samples",
    documented({
      id: "listBotSamples",
      tag: botsTag,
      summary: "The newest clicks that were taken for bots",
      description: "Each with all that its verdict rests on.",
      query: botSamplesQuery,
      answer: { status: 200, is: botAnswers.BotSamplesAnswer },
      failures: [403],
    }),
    async (request) => {
      const ownerId = authorizeOwn(await requireActor(request), "bots:read");
      const query = parseInput(botSamplesQuery, request.query);
      return { success: true, data: await samplesOf(services.clickhouse, questionOf(ownerId, query), query.limit) };
    },
  );
}
