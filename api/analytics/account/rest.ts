import { listedFieldNames } from "@hoplog/schema/clicks/filters.js";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { authorizeOwn } from "../../kernel/access/authorize.ts";
import type { RequireActor } from "../../kernel/calls/actor.ts";
import { documented } from "../../kernel/calls/operation.ts";
import { flag, paging, parseInput } from "../../kernel/calls/parse.ts";
import { clicksSince } from "../../clicks/cuts/mark.ts";
import { rangeOf, rangeParameters } from "../../clicks/counts/rangeQuery.ts";
import { filterQuery, filtersOf } from "../link/filters/restQuery.ts";
import { analyticsAnswers, analyticsTag } from "./answers.ts";
import { chartOf } from "./chart.ts";
import { figuresOf } from "./figures.ts";
import { intervals } from "./intervals.ts";
import type { AnalyticsQuestion } from "./question.ts";
import type { AnalyticsServices } from "./services.ts";
import { topLinkIds, topLists } from "./tops.ts";
import { topSources } from "./topSources.ts";

const question = { ...rangeParameters, bots: flag.default(false), filter: filterQuery };
export const analyticsQuery = z.object({ ...question, interval: z.enum(intervals).default("day") });
export const topQuery = z.object({
  ...question,
  field: z.enum(["link", "source", ...listedFieldNames]),
  limit: paging.limit.default(10),
});

export function analyticsRoutes(app: FastifyInstance, services: AnalyticsServices, requireActor: RequireActor): void {
  const questionOf = (
    ownerId: string,
    query: z.output<typeof analyticsQuery | typeof topQuery>,
  ): AnalyticsQuestion => ({
    ownerId,
    range: rangeOf(query),
    tz: query.tz,
    bots: query.bots,
    filters: filtersOf(query),
    now: services.now(),
  });

  app.get(
    "/api/analytics",
    documented({
      id: "getAnalytics",
      tag: analyticsTag,
      summary: "Figures and chart of the account",
      description: "Days are those of `tz`; of several filters all must hold, of a filter's values one.",
      query: analyticsQuery,
      answer: { status: 200, is: analyticsAnswers.AnalyticsAnswer },
      failures: [403],
    }),
    async (request) => {
      const ownerId = authorizeOwn(await requireActor(request), "stats:read");
      const query = parseInput(analyticsQuery, request.query);
      const asked = questionOf(ownerId, query);
      const [figures, chart, since] = await Promise.all([
        figuresOf(services.clickhouse, asked),
        chartOf(services.clickhouse, asked, query.interval),
        clicksSince(services.clickhouse, ownerId),
      ]);
      return { success: true, data: { figures, chart, clicksSince: since } };
    },
  );

  app.get(
    "/api/analytics/top",
    documented({
      id: "getAnalyticsTop",
      tag: analyticsTag,
      summary: "The values of a field, or the links, with the most clicks",
      description: "Links by their ids, sources by their names. Of a list of languages each one counts.",
      query: topQuery,
      answer: { status: 200, is: analyticsAnswers.TopListAnswer },
      failures: [403],
    }),
    async (request) => {
      const ownerId = authorizeOwn(await requireActor(request), "stats:read");
      const query = parseInput(topQuery, request.query);
      const asked = questionOf(ownerId, query);
      const { field, limit } = query;
      return { success: true, data: await topOf(services, asked, field, limit) };
    },
  );
}

async function topOf(
  services: AnalyticsServices,
  asked: AnalyticsQuestion,
  field: z.output<typeof topQuery>["field"],
  limit: number,
) {
  const { clickhouse, expectedDays } = services;
  if (field === "link") return topLinkIds(clickhouse, asked, limit, expectedDays);
  if (field === "source") return topSources(services, asked, limit, expectedDays);
  return (await topLists(clickhouse, asked, [field], limit, expectedDays)).get(field);
}
