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
import { conversionChart, conversionDays, conversionFigures, conversionWays } from "./figures.ts";
import type { ConversionServices } from "./commands.ts";
import { checkedLists, conversionsByValue, conversionTops } from "./values.ts";

const linkId = z.uuid("Not a valid id").optional().describe("Only conversions of this link");
const { bots, filters, ...within } = asked;

interface StatsSource {
  readonly question: ClickQuestion;
  readonly isOfLink: boolean;
}

const listedValues = input("DimensionValues", "Values of a property, as lists of clicks contain them", {
  field: listedField.describe("The property"),
  values: z.array(z.string()).describe("The values; empty for the unknown one"),
});

const { field, object } = fieldsOf<StatsSource, ConversionServices>();
const conversionStats = object("ConversionStats", "What the clicks of a range became, by the time of the click", [
  field({
    name: "figures",
    description: "Number of conversions and their revenue",
    answer: conversionFiguresPart,
    weight: { cost: 20 },
    run: ({ question }, { clickhouse }) => conversionFigures(clickhouse, question),
  }),
  field({
    name: "byDay",
    description: "Days with conversions",
    answer: z.array(conversionDay),
    weight: { cost: 10, length: 100 },
    run: ({ question }, { clickhouse }) => conversionDays(clickhouse, question),
  }),
  field({
    name: "chart",
    description: "Points with conversions, at the times of the chart of clicks",
    takes: { interval: interval.default("day") },
    answer: z.array(conversionPoint),
    weight: { cost: 10, length: 100 },
    run: ({ question }, { clickhouse }, given) => conversionChart(clickhouse, question, given.interval),
  }),
  field({
    name: "lists",
    description:
      "What clicks with these values became, without values that have no conversions; all lists are counted together",
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
    description: "What the clicks of these links became, without links that have no conversions",
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
    description: "By rule and arm for one link; otherwise empty",
    answer: z.array(conversionRoute),
    weight: { cost: 10, length: 20 },
    run: ({ question, isOfLink }, { clickhouse }) => (isOfLink ? conversionWays(clickhouse, question) : []),
  }),
  field({
    name: "tops",
    description: "The values of a property with the most leads and sales. Each language of a visitor counts",
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
]);

const { graphqlQuery, restOnly } = operationsOn<ConversionServices>(conversionsTag, "Conversion");

/** The operations on figures of conversions. */
export const figureOperations = [
  graphqlQuery({
    name: "conversionStats",
    summary: "Get what the clicks of the workspace or of a link became",
    description: "Filters narrow the clicks.",
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
    summary: "Get leads, sales and revenue of a range of clicks",
    description:
      "For the workspace or one link: in figures, by day, by an interval if there is one, and for one link by rule and arm. Counted by the time of the click. Filters narrow the clicks.",
    needs: ["stats:read"],
    takes: { ...within, linkId, bots, filters, interval: interval.optional().describe("Adds a chart") },
    answer: data("ConversionFiguresAnswer", conversionFiguresAnswer),
    failures: [403, 404],
    async run(services, actor, { linkId: id = null, interval: per, ...given }) {
      const question = await questionOf(services, actor, given, id);
      const { clickhouse } = services;
      const [figures, chart, byDay, byRoute] = await Promise.all([
        conversionFigures(clickhouse, question),
        per === undefined ? null : conversionChart(clickhouse, question, per),
        conversionDays(clickhouse, question),
        id === null ? [] : conversionWays(clickhouse, question),
      ]);
      return { ...figures, chart, byDay, byRoute };
    },
  }),
  restOnly({
    id: "getConversionTop",
    rest: "GET /api/conversions/top",
    summary: "List the values of a property, or the links, with the most conversions",
    description: "Includes the clicks of people. Links are given by their IDs; each language of a visitor counts.",
    needs: ["stats:read"],
    takes: {
      ...within,
      linkId,
      bots,
      filters,
      field: z.enum(["link", ...listedFieldNames]),
      limit: paging.limit.default(10),
      value: listParameter(queryText, limits.listMax).optional().describe("Only these values; may be repeated"),
    },
    answer: data("ConversionTopAnswer", z.array(conversionValue)),
    failures: [403, 404],
    async run(services, actor, { linkId: id = null, field: listed, limit, value = [], ...given }) {
      const question = await questionOf(services, actor, given, id);
      return conversionTops(services.clickhouse, question, listed, limit, value);
    },
  }),
];
