import { byTopList, filterNames } from "@hoplog/schema/clicks/dimensions.js";
import { recordOf } from "@hoplog/schema/recordOf.js";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { RequireActor } from "../../kernel/calls/actor.ts";
import { documented } from "../../kernel/calls/operation.ts";
import { fromCursor, toCursor } from "../../kernel/calls/cursor.ts";
import { pageOf, pageParameters, shownOf, startOf } from "../../kernel/calls/pages.ts";
import { flag, idOf, parseInput, queryText } from "../../kernel/calls/parse.ts";
import { rangeOf, rangeParameters } from "../../clicks/counts/rangeQuery.ts";
import { linksTag } from "../../links/core/entities.ts";
import { getLink } from "../../links/core/queries.ts";
import { statsAnswers } from "./answers.ts";
import type { Click } from "./clickLog.ts";
import { countryName } from "./countryName.ts";
import { decidedClicks } from "./decisions.ts";
import { editEffects } from "./editEffects.ts";
import { spanNames } from "./editSpans.ts";
import { type Count, linkStats, type LinkStats, type TopValue } from "./linkStats.ts";
import { logPage } from "./logPage.ts";
import { withOwnReferrers } from "./ownReferrers.ts";
import type { OwnReferrers, StatsServices } from "./services.ts";

const filter = recordOf(filterNames, () => queryText.optional());
export const statsQuery = z.object({ ...rangeParameters, ...filter, bots: flag.default(false) });
export const decisionsQuery = z.object(rangeParameters);
export const effectsQuery = z.object({
  span: z.enum(spanNames, "Must be hour, day, week or month").optional(),
  bots: flag.default(false),
});
export const logQuery = z.object({ ...rangeParameters, ...filter, ...pageParameters, bots: flag.default(false) });

export function statsRoutes(app: FastifyInstance, services: StatsServices, requireActor: RequireActor): void {
  app.get(
    "/api/urls/:id/stats",
    documented({
      id: "getUrlStats",
      tag: linksTag,
      summary: "Figures of a link",
      description: "Days are those of `tz`; the filters are exact values.",
      query: statsQuery,
      answer: { status: 200, is: statsAnswers.LinkStatsAnswer },
      failures: [404],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const link = await getLink(services, actor, idOf(request.params, "Link"), "stats:read");
      const query = parseInput(statsQuery, request.query);
      const stats = await linkStats(services.clickhouse, {
        link,
        range: rangeOf(query),
        tz: query.tz,
        bots: query.bots,
        now: services.now(),
        filter: query,
      });
      const clicksByDate = stats.clicksByDate.map(({ date, clicks }) => ({ _id: date, clicks }));
      return { success: true, data: { ...statsOf(stats), clicksByDate, ...(await topsOf(services, stats)) } };
    },
  );

  app.get(
    "/api/urls/:id/decisions",
    documented({
      id: "getUrlDecisions",
      tag: linksTag,
      summary: "Which ways the clicks of a link went",
      description: "By the numbers of its rules and arms, also of those that it has no more; most used first.",
      query: decisionsQuery,
      answer: { status: 200, is: statsAnswers.DecisionsAnswer },
      failures: [404],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const link = await getLink(services, actor, idOf(request.params, "Link"), "stats:read");
      const range = rangeOf(parseInput(decisionsQuery, request.query));
      return { success: true, data: await decidedClicks(services.clickhouse, link, range) };
    },
  );

  app.get(
    "/api/urls/:id/edit-effects",
    documented({
      id: "getUrlEditEffects",
      tag: linksTag,
      summary: "What the edits of a link did to its clicks",
      description:
        "Clicks of people, or of people and bots, for equal spans before and after each edit. `span` is hour, day, week or month (30 days); without it, the spans reach to the neighbouring edits, at most 7 days.",
      query: effectsQuery,
      answer: { status: 200, is: statsAnswers.EditEffectsAnswer },
      failures: [404],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const { id } = await getLink(services, actor, idOf(request.params, "Link"), "stats:read");
      const { span = null, bots } = parseInput(effectsQuery, request.query);
      const effects = await editEffects(services, actor, id, { span, bots });
      const text = (moment: Date) => moment.toISOString();
      const data = effects.map(({ at, from, to, ...effect }) => ({
        ...effect,
        at: text(at),
        from: text(from),
        to: text(to),
      }));
      return { success: true, data };
    },
  );

  app.get(
    "/api/urls/:id/click-logs",
    documented({
      id: "listUrlClicks",
      tag: linksTag,
      summary: "Clicks of a link, newest first",
      description: "Holds people and bots; the figures beside it count people, unless `bots` is true.",
      query: logQuery,
      answer: { status: 200, is: statsAnswers.ClickLogAnswer },
      failures: [404],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const link = await getLink(services, actor, idOf(request.params, "Link"), "stats:read");
      const query = parseInput(logQuery, request.query);
      const { page, limit, after, tz, bots } = query;
      const asked = { page, limit, after };
      const within = rangeOf(query);
      const start = startOf(asked, fromCursor);
      const [{ clicks, total }, stats] = await Promise.all([
        logPage(services.clickhouse, { link, range: within, start, limit: limit + 1, filter: query }),
        linkStats(services.clickhouse, { link, range: within, tz, bots, now: services.now(), filter: query }),
      ]);
      const data = {
        clickLogs: shownOf(clicks, limit).map(logOf),
        stats: statsOf(stats),
        ...(await topsOf(services, stats)),
      };
      return {
        success: true,
        data,
        pagination: pageOf(asked, clicks, total, ({ timestamp, id }) => toCursor(timestamp, id)),
      };
    },
  );
}

function statsOf({ totalClicks, uniqueVisitors, countries, browsers }: LinkStats) {
  return { totalClicks, uniqueIPs: uniqueVisitors, countries, browsers };
}

async function topsOf(services: OwnReferrers, stats: LinkStats) {
  const tops = await withOwnReferrers(services, stats);
  const list = (counts: readonly TopValue[]) =>
    counts.map(({ value, clicks, isOwn }) => ({ _id: value, count: clicks, ...(isOwn && { isOwn }) }));
  const named = (counts: readonly Count[]) =>
    counts.map(({ value, clicks }) => ({ _id: countryName(value) || value, count: clicks }));
  return {
    ...byTopList(({ name, values }) => (values === "countries" ? named : list)(tops[name])),
    clicksByCountry: stats.clicksByCountry.map(({ value, clicks }) => ({
      _id: value,
      country: countryName(value) || value,
      count: clicks,
    })),
  };
}

/** A click as REST answers it. */
export function logOf({ id, timestamp, ...click }: Click) {
  return { _id: id, timestamp: timestamp.toISOString(), ...click };
}
