import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { authorizeOwn, isAllowed } from "../../kernel/access/authorize.ts";
import { intervals } from "../account/intervals.ts";
import type { RequireActor } from "../../kernel/calls/actor.ts";
import { documented } from "../../kernel/calls/operation.ts";
import { flag, paging, parseInput, queryText, wholeNumber } from "../../kernel/calls/parse.ts";
import { rangeOf, rangeParameters } from "../../clicks/counts/rangeQuery.ts";
import type { LinkRow } from "../../links/core/linkRow.ts";
import { missAnswers, missesTag } from "./answers.ts";
import { chartOf, figuresOf } from "./figures.ts";
import { nearestLinks } from "../../links/availability/nearest.ts";
import { checkedFilter, type MissQuestion, missFields } from "./question.ts";
import { missReasons } from "./reasons.ts";
import { scopeOf } from "./scope.ts";
import type { MissCallServices } from "./services.ts";
import { codesMax, missedCodes, topOf } from "./tops.ts";

const choice = {
  bots: flag.default(false),
  reason: z.enum(missReasons).optional(),
  code: queryText.optional(),
  referrer: queryText.optional(),
  host: queryText.optional().describe("As it was asked for"),
  country: queryText.optional().describe("ISO 3166-1 alpha-2"),
};
const question = { ...rangeParameters, ...choice };
export const liveMissesQuery = z.object(choice);
export const missesQuery = z.object({ ...question, interval: z.enum(intervals).default("day") });
export const missedCodesQuery = z.object({
  ...question,
  limit: wholeNumber(1, codesMax).default(10),
});
export const missTopQuery = z.object({
  ...question,
  field: z.enum(missFields),
  limit: paging.limit.default(10),
});

export function missRoutes(app: FastifyInstance, services: MissCallServices, requireActor: RequireActor): void {
  const questionOf = async (
    ownerId: string,
    query: z.output<typeof missesQuery | typeof missedCodesQuery | typeof missTopQuery>,
  ): Promise<MissQuestion> => ({
    range: rangeOf(query),
    filter: checkedFilter(query),
    tz: query.tz,
    bots: query.bots,
    now: services.now(),
    scope: await scopeOf(services, ownerId),
  });

  app.get(
    "/api/misses",
    documented({
      id: "getMisses",
      tag: missesTag,
      summary: "Figures and chart of visits that led nowhere",
      description:
        "Those of one's links, and of unknown codes and the bare host of one's domains. Values narrow them; days are those of `tz`.",
      query: missesQuery,
      answer: { status: 200, is: missAnswers.MissesAnswer },
      failures: [403],
    }),
    async (request) => {
      const ownerId = authorizeOwn(await requireActor(request), "stats:read");
      const query = parseInput(missesQuery, request.query);
      const asked = await questionOf(ownerId, query);
      const [figures, chart] = await Promise.all([
        figuresOf(services.clickhouse, asked),
        chartOf(services.clickhouse, asked, query.interval),
      ]);
      return { success: true, data: { figures, chart } };
    },
  );

  app.get(
    "/api/misses/codes",
    documented({
      id: "listMissedCodes",
      tag: missesTag,
      summary: "The codes that led nowhere most often, and why",
      description: "With the links that were meant, as far as their codes are close.",
      query: missedCodesQuery,
      answer: { status: 200, is: missAnswers.MissedCodesAnswer },
      failures: [403],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const ownerId = authorizeOwn(actor, "stats:read");
      const readsLinks = isAllowed(actor, "links:read");
      const query = parseInput(missedCodesQuery, request.query);
      const { rows, distinct } = await missedCodes(services, await questionOf(ownerId, query), query.limit);
      const shown = await Promise.all(
        rows.map(async ({ number, ...row }) => {
          const wanted = readsLinks && row.reason === "unknown" && row.link === null;
          const nearest = wanted ? await nearestLinks(services, ownerId, { domain: number, code: row.code }) : [];
          return { ...row, link: readsLinks && row.link ? shortOf(row.link) : null, nearest: nearest.map(shortOf) };
        }),
      );
      return { success: true, data: { rows: shown, distinct } };
    },
  );

  app.get(
    "/api/misses/top",
    documented({
      id: "getMissTop",
      tag: missesTag,
      summary: "Where visits that led nowhere came from",
      description: "By referrer, by the host that was asked for, or by country.",
      query: missTopQuery,
      answer: { status: 200, is: missAnswers.MissTopAnswer },
      failures: [403],
    }),
    async (request) => {
      const ownerId = authorizeOwn(await requireActor(request), "stats:read");
      const query = parseInput(missTopQuery, request.query);
      const asked = await questionOf(ownerId, query);
      return { success: true, data: await topOf(services.clickhouse, asked, query.field, query.limit) };
    },
  );
}

function shortOf({ id, name, code }: LinkRow) {
  return { id, name, code };
}
