import { type FilterDimension, filterNames } from "@hoplog/schema/clicks/dimensions.js";
import { type ClickFilter, filterFields } from "@hoplog/schema/clicks/filters.js";
import { systemName } from "@hoplog/schema/clicks/systems.js";
import { validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { recordOf } from "@hoplog/schema/recordOf.js";
import { z } from "zod";
import type { ExactValues } from "../../clicks/questions/exactValues.ts";
import { asked, type ClickQuestion } from "../../clicks/questions/question.ts";
import { authorizeOwn } from "../../kernel/access/authorize.ts";
import type { Actor } from "../../kernel/calls/actor.ts";
import { recordId } from "../../kernel/contract/answerPieces.ts";
import { fromCursor, requirePageSize, toCursor } from "../../kernel/calls/cursor.ts";
import { pageOf, pageParameters, shownOf, startOf } from "../../kernel/contract/pages.ts";
import { queryText } from "../../kernel/contract/parse.ts";
import { graphqlData, many, one } from "../../kernel/contract/answers.ts";
import { input, nested } from "../../kernel/contract/entity.ts";
import { facesOf, operationsOn } from "../../kernel/contract/operations.ts";
import { spread } from "../../kernel/contract/values.ts";
import { linksTag } from "../../links/core/entities.ts";
import { getLink } from "../../links/core/queries.ts";
import { decidedClicks as readDecisions } from "./decisions.ts";
import { editEffects } from "./editEffects.ts";
import {
  click,
  clickLogAnswer,
  clickPage,
  decidedClicks,
  editEffect,
  effectSpan,
  linkCount,
  linkStats,
  shownStats,
  workspaceCount,
} from "./entities.ts";
import { linkStats as readStats } from "./linkStats.ts";
import { logPage } from "./logPage.ts";
import { withOwnReferrers } from "./ownHosts.ts";
import type { StatsServices } from "./services.ts";
import { whileInScope } from "./whileInScope.ts";

const descriptions = new Map<string, string>(filterFields.map(({ name, description }) => [name, description]));
const described = <Of extends z.ZodType>(of: Of, name: string) => of.describe(descriptions.get(name) ?? "");

/** Exact values of clicks: one input in GraphQL, one parameter each in REST. */
const filter = spread({
  parameters: z.object(recordOf(filterNames, (name) => described(queryText.optional(), name))),
  ofParameters: filtersOf,
  argument: input(
    "StatsFilter",
    "Selects clicks by exact values: omit a field for any value; use an empty string for the unknown value",
    recordOf(filterNames, (name) => described(z.string().nullish(), name)),
  ).nullish(),
  ofArgument: (values) => filtersOf(values ?? {}),
});

/** Converts exact values to filters. Throws VALIDATION_ERROR on the field of a value that is too long to match. */
function filtersOf(values: ExactValues<FilterDimension>): ClickFilter[] {
  return filterNames.flatMap((field): ClickFilter[] => {
    const value = values[field] ?? null;
    if (value === null) return [];
    if (value.length > limits.filterMax) {
      throw validationError([{ field, message: `A filter value cannot exceed ${limits.filterMax} characters` }]);
    }
    return [{ field, op: "is", values: [field === "os" ? systemName(value) : value] }];
  });
}

const linkId = recordId;
const { range, tz, bots } = asked;
const inPath = { linkId: "id" };

interface StatsInput extends Pick<ClickQuestion, "range" | "tz" | "bots"> {
  readonly linkId: string;
  readonly filter: readonly ClickFilter[];
}

async function statsOf(services: StatsServices, actor: Actor, { linkId: id, filter: filters, ...given }: StatsInput) {
  const link = await getLink(services, actor, id, "stats:read");
  const stats = await readStats(services.clickhouse, { ...given, filters, link, now: services.now() });
  return shownStats(stats, await withOwnReferrers(services, stats));
}

const { query, graphqlQuery, graphqlSubscription, restOnly } = operationsOn<StatsServices>(linksTag, "Link");
const logText = {
  summary: "List the clicks of a link",
  description: "Returns clicks by people and bots, newest first.",
};
const eachChange = "Sends the totals each time they change.";

/** The operations on the clicks of a link. */
export const statsFaces = facesOf<StatsServices>([
  query({
    name: "linkStats",
    id: "getUrlStats",
    rest: "GET /api/urls/:id/stats",
    restNames: inPath,
    summary: "Get click figures of a link",
    description: "Days start at midnight in the time zone `tz`. The filters match exact values.",
    needs: ["stats:read"],
    takes: { linkId, range, tz, filter, bots },
    answer: one(linkStats, { message: null }),
    weight: { cost: 50 },
    failures: [404],
    run: statsOf,
  }),
  query({
    name: "linkDecisions",
    id: "getUrlDecisions",
    rest: "GET /api/urls/:id/decisions",
    restNames: inPath,
    summary: "Count clicks by redirect rule and arm",
    description:
      "Returns the number of clicks for each pair of the redirect rule and split arm that determined the destination, most clicks first. Includes rules and arms that were removed from the link.",
    needs: ["stats:read"],
    takes: { linkId, range },
    answer: many(decidedClicks, "DecisionsAnswer"),
    weight: { cost: 20 },
    failures: [404],
    async run(services, actor, given) {
      const link = await getLink(services, actor, given.linkId, "stats:read");
      return readDecisions(services.clickhouse, link, given.range);
    },
  }),
  query({
    name: "linkEditEffects",
    id: "getUrlEditEffects",
    rest: "GET /api/urls/:id/edit-effects",
    restNames: inPath,
    summary: "Compare clicks before and after each edit",
    description:
      "Counts clicks in time spans of equal length before and after each edit of the link, oldest edit first; the creation of the link is not listed. Clicks by bots count only if `bots` is true. `span` is hour, day, week or month (30 days). Without `span`, the spans extend to the neighbouring edits, but at most 7 days.",
    needs: ["stats:read"],
    takes: { linkId, span: effectSpan.optional().describe("Length of each time span"), bots },
    answer: many(editEffect),
    weight: { cost: 50, length: 50 },
    failures: [404],
    run: (services, actor, { span = null, ...given }) =>
      editEffects(services, actor, given.linkId, { span, bots: given.bots }),
  }),
  graphqlQuery({
    ...logText,
    name: "clickLog",
    needs: ["stats:read"],
    takes: { linkId, range, first: z.int().default(limits.listMax), after: z.string().nullish(), filter },
    answer: graphqlData(clickPage),
    weight: { cost: 20 },
    async run(services, actor, { first, after, filter: filters, ...given }) {
      const size = requirePageSize(first);
      const link = await getLink(services, actor, given.linkId, "stats:read");
      const start = after ? { after: fromCursor(after) } : { offset: 0 };
      const read = await logPage(services.clickhouse, { ...given, filters, link, start, limit: size + 1 });
      const clicks = shownOf(read.clicks, size);
      const last = clicks.at(-1);
      return {
        clicks,
        totalCount: read.total,
        endCursor: last ? toCursor(last.timestamp, last.id) : null,
        hasNextPage: read.clicks.length > size,
      };
    },
  }),
  restOnly({
    ...logText,
    id: "listUrlClicks",
    rest: "GET /api/urls/:id/click-logs",
    restNames: inPath,
    description: `${logText.description} The figures in the response count clicks by bots only if \`bots\` is true.`,
    needs: ["stats:read"],
    takes: { linkId, range, tz, filter, ...pageParameters, bots },
    answer: clickLogAnswer,
    failures: [404],
    async run(services, actor, { page, limit, after, filter: filters, ...given }) {
      const link = await getLink(services, actor, given.linkId, "stats:read");
      const shown = { page, limit, after };
      const start = startOf(shown, fromCursor);
      const [{ clicks, total }, stats] = await Promise.all([
        logPage(services.clickhouse, { ...given, filters, link, start, limit: limit + 1 }),
        readStats(services.clickhouse, { ...given, filters, link, now: services.now() }),
      ]);
      return {
        clicks: shownOf(clicks, limit),
        stats: shownStats(stats, await withOwnReferrers(services, stats)),
        pagination: pageOf(shown, clicks, total, ({ timestamp, id }) => toCursor(timestamp, id)),
      };
    },
  }),
  graphqlSubscription({
    name: "workspaceCount",
    summary: "Follow the click totals of the workspace",
    description: eachChange,
    needs: ["stats:read"],
    takes: {},
    answer: graphqlData(workspaceCount),
    subscribe: ({ liveCounts }, actor) => liveCounts.subscribeToAccount(authorizeOwn(actor, "stats:read")),
  }),
  graphqlSubscription({
    name: "linkCounts",
    summary: "Follow the click totals of all links",
    description: "Sends the totals of a link each time they change.",
    needs: ["stats:read"],
    takes: {},
    answer: graphqlData(linkCount),
    subscribe: ({ liveCounts }, actor) => liveCounts.subscribeToLinks(authorizeOwn(actor, "stats:read")),
  }),
  graphqlSubscription({
    name: "linkCount",
    summary: "Follow the click totals of a link",
    description: eachChange,
    needs: ["stats:read"],
    takes: { linkId },
    answer: graphqlData(linkCount),
    subscribe: (services, actor, given) =>
      whileInScope(services, actor, given.linkId, (ownerId, id) => services.liveCounts.subscribeToLink(ownerId, id)),
  }),
  graphqlSubscription({
    name: "clicks",
    summary: "Follow the clicks of a link",
    description:
      "Sends clicks by people and bots as they are counted. If there are too many clicks, only some of them are sent.",
    needs: ["stats:read"],
    takes: { linkId },
    answer: graphqlData(nested(click)),
    subscribe: (services, actor, given) =>
      whileInScope(services, actor, given.linkId, (ownerId, id) => services.liveClicks.subscribeToLink(ownerId, id)),
  }),
]);
