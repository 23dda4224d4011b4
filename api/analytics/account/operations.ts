import { listedFieldNames } from "@hoplog/schema/clicks/filters.js";
import { validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { z } from "zod";
import { clicksSince } from "../../clicks/cuts/mark.ts";
import { asked, type ClickQuestion } from "../../clicks/questions/question.ts";
import { authorizeOwn } from "../../kernel/access/authorize.ts";
import { chartPoint } from "../../kernel/contract/answerPieces.ts";
import { requirePageSize } from "../../kernel/calls/cursor.ts";
import type { Tag } from "../../kernel/calls/operation.ts";
import { paging } from "../../kernel/contract/parse.ts";
import { data } from "../../kernel/contract/answers.ts";
import { fieldsOf } from "../../kernel/contract/fields.ts";
import { facesOf, operationsOn } from "../../kernel/contract/operations.ts";
import { linkValue } from "../../links/core/entities.ts";
import type { LinkRow } from "../../links/core/linkRow.ts";
import { chartOf } from "./chart.ts";
import {
  analyticsFigures,
  clickedLink,
  clicksSinceDay,
  graphqlChartPoint,
  interval,
  listedField,
  topAnswer,
  topLinksPart,
  topList,
  topSourcesPart,
} from "./entities.ts";
import { figuresOf } from "./figures.ts";
import { questionOf } from "./question.ts";
import type { AnalyticsServices } from "./expectedDays.ts";
import { topLinks } from "./topLinks.ts";
import { topLinkIds, topLists } from "./tops.ts";
import { topSources } from "./topSources.ts";

const first = z.int().default(10);
const { field, object } = fieldsOf<ClickQuestion, AnalyticsServices>();
const analytics = object("Analytics", "Click analytics of a workspace; only selected fields are computed", [
  field({
    name: "figures",
    description: "Numbers of clicks and visitors",
    answer: analyticsFigures,
    weight: { cost: 20 },
    run: (question, { clickhouse }) => figuresOf(clickhouse, question),
  }),
  field({
    name: "clicksSince",
    answer: clicksSinceDay,
    weight: { cost: 2 },
    run: ({ ownerId }, { clickhouse }) => clicksSince(clickhouse, ownerId),
  }),
  field({
    name: "chart",
    description: "Clicks per interval, including intervals without clicks",
    takes: { interval: interval.default("day") },
    answer: z.array(graphqlChartPoint),
    weight: { cost: 10, length: 100 },
    run: (question, { clickhouse }, given) => chartOf(clickhouse, question, given.interval),
  }),
  field({
    name: "tops",
    description:
      "The most frequent values of each requested property. For the property language, a click counts once for each language of the visitor",
    takes: { fields: z.array(listedField).default(["country", "referrer"]), first },
    answer: z.array(topList),
    weight: { cost: 20 },
    async run(question, { clickhouse, expectedDays }, given) {
      if (given.fields.length === 0)
        throw validationError([{ field: "fields", message: "Provide at least one field" }]);
      const size = requirePageSize(given.first, limits.longTopList);
      const lists = await topLists(clickhouse, question, given.fields, size, expectedDays);
      return Array.from(lists, ([name, list]) => ({ field: name, ...list }));
    },
  }),
  field({
    name: "topSources",
    description: "The websites and apps that sent the most clicks",
    takes: { first },
    answer: topSourcesPart,
    weight: { cost: 20 },
    run: (question, services, given) =>
      topSources(services, question, requirePageSize(given.first, limits.longTopList), services.expectedDays),
  }),
  field({
    name: "topLinks",
    description: "The links with the most clicks",
    takes: { first },
    answer: topLinksPart,
    weight: { cost: 20 },
    run: (question, services, given) => topLinks(services, question, requirePageSize(given.first)),
  }),
]);

const rowFields = fieldsOf<{ readonly link: LinkRow }, AnalyticsServices>();
const linkOfRow = rowFields.addedTo(clickedLink, [
  rowFields.field({
    name: "link",
    description: "The clicked link",
    answer: linkValue,
    run({ link }, _services, _given, actor) {
      authorizeOwn(actor, "links:read");
      return link;
    },
  }),
]);

/** OpenAPI tag of the account's analytics. */
export const analyticsTag: Tag = {
  name: "Analytics",
  description: "Clicks on all links of the workspace, optionally filtered",
};
const { graphqlQuery, restOnly } = operationsOn<AnalyticsServices>(analyticsTag);

/** The operations on clicks of the account. */
export const analyticsFaces = facesOf([
  graphqlQuery({
    name: "analytics",
    summary: "Get click analytics of the workspace",
    description: "Counts the clicks that match all filters. Clicks by bots count only if `bots` is true.",
    needs: ["stats:read"],
    takes: asked,
    answer: analytics,
    run: (services, actor, given) => questionOf(services, actor, given),
  }),
  restOnly({
    id: "getAnalytics",
    rest: "GET /api/analytics",
    summary: "Get click figures and a chart",
    description:
      "Covers all links of the workspace. Counts the clicks that match all filters. Days start at midnight in the time zone `tz`.",
    needs: ["stats:read"],
    takes: { ...asked, interval: interval.default("day") },
    answer: data(
      "AnalyticsAnswer",
      z.object({ figures: analyticsFigures, chart: z.array(chartPoint), clicksSince: clicksSinceDay }),
    ),
    failures: [403],
    async run(services, actor, given) {
      const { clickhouse } = services;
      const question = await questionOf(services, actor, given);
      const [figures, chart, since] = await Promise.all([
        figuresOf(clickhouse, question),
        chartOf(clickhouse, question, given.interval),
        clicksSince(clickhouse, question.ownerId),
      ]);
      return { figures, chart, clicksSince: since };
    },
  }),
  restOnly({
    id: "getAnalyticsTop",
    rest: "GET /api/analytics/top",
    summary: "List the most frequent values or links",
    description:
      "Returns the values of the property `field` with the most clicks. For `link` the values are link IDs, for `source` they are source names. For `language`, a click counts once for each language of the visitor.",
    needs: ["stats:read"],
    takes: { ...asked, field: z.enum(["link", "source", ...listedFieldNames]), limit: paging.limit.default(10) },
    answer: data("TopListAnswer", topAnswer),
    failures: [403],
    async run(services, actor, { field: listed, limit, ...given }) {
      const { clickhouse, expectedDays } = services;
      const question = await questionOf(services, actor, given);
      if (listed === "link") return topLinkIds(clickhouse, question, limit, expectedDays);
      if (listed === "source") return topSources(services, question, limit, expectedDays);
      const lists = await topLists(clickhouse, question, [listed], limit, expectedDays);
      return lists.get(listed) ?? { rows: [], distinct: 0 };
    },
  }),
  { resolvers: [linkOfRow] },
]);
