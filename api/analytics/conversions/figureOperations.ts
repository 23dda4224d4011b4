import { listedFieldNames } from "@hoplog/schema/clicks/filters.js";
import { limits } from "@hoplog/schema/limits.js";
import { z } from "zod";
import { recordId } from "../../kernel/contract/answerPieces.ts";
import { requirePageSize } from "../../kernel/calls/cursor.ts";
import { listParameter, paging, queryText } from "../../kernel/contract/parse.ts";
import { data } from "../../kernel/contract/answers.ts";
import { input } from "../../kernel/contract/entity.ts";
import { fieldsOf } from "../../kernel/contract/fields.ts";
import { operationsOn } from "../../kernel/contract/operations.ts";
import { asked, type ClickQuestion } from "../../clicks/questions/question.ts";
import { interval, listedField } from "../account/entities.ts";
import { questionOf } from "../account/question.ts";
import {
  conversionDay,
  conversionFiguresAnswer,
  conversionFiguresPart,
  conversionPoint,
  conversionRoute,
  conversionsTag,
  conversionValue,
  convertedEntry,
  convertedList,
} from "./entities.ts";
import { conversionChart, conversionDays, conversionFigures, conversionsByRoute } from "./figures.ts";
import type { ConversionServices } from "./commands.ts";
import { checkedLists, conversionsByValue, conversionTops } from "./values.ts";

const linkId = z.uuid("Must be a UUID").optional().describe("Only conversions of clicks on this link");
const { bots, filters, ...within } = asked;

interface StatsSource {
  readonly question: ClickQuestion;
  readonly isOfLink: boolean;
}

const listedValues = input("DimensionValues", "A property of clicks, and values of it", {
  field: listedField.describe("Property that the values belong to"),
  values: z.array(z.string()).describe("The values; an empty string for the unknown value"),
});

const { field, object } = fieldsOf<StatsSource, ConversionServices>();
const conversionStats = object(
  "ConversionStats",
  "Conversions of the clicks in a time range; only selected fields are computed",
  [
    field({
      name: "figures",
      description: "Numbers of conversions, and their revenue",
      answer: conversionFiguresPart,
      weight: { cost: 20 },
      run: ({ question }, { clickhouse }) => conversionFigures(clickhouse, question),
    }),
    field({
      name: "byDay",
      description: "Figures by day of the click; days without conversions are omitted",
      answer: z.array(conversionDay),
      weight: { cost: 10, length: 100 },
      run: ({ question }, { clickhouse }) => conversionDays(clickhouse, question),
    }),
    field({
      name: "chart",
      description:
        "Figures by interval, at the same times as charts of clicks; intervals without conversions are omitted",
      takes: { interval: interval.default("day") },
      answer: z.array(conversionPoint),
      weight: { cost: 10, length: 100 },
      run: ({ question }, { clickhouse }, given) => conversionChart(clickhouse, question, given.interval),
    }),
    field({
      name: "lists",
      description:
        "Conversions of the clicks with the given values; values without conversions are omitted. One query computes all lists",
      takes: { of: z.array(listedValues).default([]) },
      answer: z.array(convertedList),
      weight: { cost: 20, length: 5 },
      async run({ question }, { clickhouse }, { of }) {
        const lists = await conversionsByValue(clickhouse, question, checkedLists(of));
        return Array.from(lists, ([listed, rows]) => ({ field: listed, rows }));
      },
    }),
    field({
      name: "links",
      description: "Conversions of the clicks on the given links; links without conversions are omitted",
      takes: { ids: z.array(recordId).default([]) },
      answer: z.array(convertedEntry),
      weight: { cost: 20, length: 100 },
      async run({ question }, { clickhouse }, { ids }) {
        const wanted = checkedLists([{ field: "link", values: ids }]);
        return (await conversionsByValue(clickhouse, question, wanted)).get("link") ?? [];
      },
    }),
    field({
      name: "byRoute",
      description: "Figures by redirect rule and split arm if a link was requested; otherwise empty",
      answer: z.array(conversionRoute),
      weight: { cost: 10, length: 20 },
      run: ({ question, isOfLink }, { clickhouse }) => (isOfLink ? conversionsByRoute(clickhouse, question) : []),
    }),
    field({
      name: "tops",
      description:
        "The values of a property with the most leads and sales. For the property language, a click counts once for each language of the visitor",
      takes: { field: listedField.default("country"), first: z.int().default(10) },
      answer: z.array(conversionValue),
      weight: { cost: 20 },
      run: ({ question }, { clickhouse }, given) =>
        conversionTops(clickhouse, question, given.field, requirePageSize(given.first)),
    }),
    field({
      name: "topLinks",
      description: "The IDs of the links with the most leads and sales",
      takes: { first: z.int().default(10) },
      answer: z.array(conversionValue),
      weight: { cost: 20 },
      run: ({ question }, { clickhouse }, { first }) =>
        conversionTops(clickhouse, question, "link", requirePageSize(first)),
    }),
  ],
);

const { graphqlQuery, restOnly } = operationsOn<ConversionServices>(conversionsTag, "Conversion");

/** The operations on figures of conversions. */
export const figureOperations = [
  graphqlQuery({
    name: "conversionStats",
    summary: "Get conversions of the workspace or a link",
    description:
      "Returns conversions of the clicks that match all filters. The range applies to the time of the click.",
    needs: ["stats:read"],
    takes: { linkId, ...asked },
    answer: conversionStats,
    run: async (services, actor, { linkId: id = null, ...given }) => ({
      question: await questionOf(services, actor, given, id),
      isOfLink: id !== null,
    }),
  }),
  restOnly({
    id: "getConversionFigures",
    rest: "GET /api/conversions/figures",
    summary: "Get leads, sales and revenue",
    description:
      "Returns totals and figures by day for the workspace or one link. Adds a chart if `interval` is given, and figures by redirect rule and split arm if a link is given. Counts conversions of the clicks that match all filters. The range applies to the time of the click.",
    needs: ["stats:read"],
    takes: {
      ...within,
      linkId,
      bots,
      filters,
      interval: interval.optional().describe("Interval of a chart to return; no chart by default"),
    },
    answer: data("ConversionFiguresAnswer", conversionFiguresAnswer),
    failures: [403, 404],
    async run(services, actor, { linkId: id = null, interval: per, ...given }) {
      const question = await questionOf(services, actor, given, id);
      const { clickhouse } = services;
      const [figures, chart, byDay, byRoute] = await Promise.all([
        conversionFigures(clickhouse, question),
        per === undefined ? null : conversionChart(clickhouse, question, per),
        conversionDays(clickhouse, question),
        id === null ? [] : conversionsByRoute(clickhouse, question),
      ]);
      return { ...figures, chart, byDay, byRoute };
    },
  }),
  restOnly({
    id: "getConversionTop",
    rest: "GET /api/conversions/top",
    summary: "List the values with the most conversions",
    description:
      "Returns the values of the property `field` with the most leads and sales, and the number of clicks by people with each value. For `link` the values are link IDs. For `language`, a click counts once for each language of the visitor.",
    needs: ["stats:read"],
    takes: {
      ...within,
      linkId,
      bots,
      filters,
      field: z.enum(["link", ...listedFieldNames]),
      limit: paging.limit.default(10),
      value: listParameter(queryText, limits.listMax)
        .optional()
        .describe("Only this value of the property `field`; can be repeated"),
    },
    answer: data("ConversionTopAnswer", z.array(conversionValue)),
    failures: [403, 404],
    async run(services, actor, { linkId: id = null, field: listed, limit, value = [], ...given }) {
      const question = await questionOf(services, actor, given, id);
      return conversionTops(services.clickhouse, question, listed, limit, value);
    },
  }),
];
