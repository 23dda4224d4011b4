import { fieldDescriptions, type ListedFieldName, listedFields } from "@hoplog/schema/clicks/filters.js";
import { z } from "zod";
import { chartPoint, count } from "../../kernel/contract/answerPieces.ts";
import { part, nested } from "../../kernel/contract/entity.ts";
import { enumeration } from "../../kernel/contract/enumeration.ts";
import { countedValue } from "../link/entities.ts";
import type { Interval } from "../../clicks/questions/intervals.ts";

export const interval = enumeration<Interval>("ChartInterval", "Interval of one point of a chart", {
  hour: "An hour",
  day: "A day of the time zone",
  week: "A week of the time zone, from Monday",
  month: "A month of the time zone",
});

export const listedField = enumeration<ListedFieldName>(
  "ClickDimension",
  "Property of a click by which top lists are made",
  fieldDescriptions(listedFields),
);

const clicks = count.describe("Counted clicks");

export const analyticsFigures = part("AnalyticsFigures", "Number of clicks and visitors", {
  clicks: count.describe("Counted clicks: of people, or of people and bots"),
  people: count.describe("Clicks of people"),
  bots: count.describe("Clicks of bots"),
  uniqueVisitors: count.describe("Visitors, distinguished within a UTC day and added up over the days"),
});

/** A point of charts of clicks in GraphQL; REST answers with {@link chartPoint}. */
export const graphqlChartPoint = part("ChartPoint", "An hour, day, week or month, and its clicks", chartPoint.shape);

export const clicksSinceDay = z.iso
  .date()
  .nullable()
  .describe("First day (UTC) with single clicks, where lists and filters begin; null if no retention removed any");

export const topList = part("TopList", "The values of a property with the most clicks", {
  field: listedField.describe("The property"),
  rows: z.array(nested(countedValue)).describe("Most clicks first; the empty value is the unknown one"),
  distinct: count.describe("Number of known values"),
});

const isOwn = z.boolean().describe("For sources: whether it is a host of this installation's short links");

export const topSourcesPart = part("TopSources", "The websites and apps with the most clicks", {
  rows: z
    .array(
      part("SourceCount", "A website or app, and its clicks", {
        value: z.string().describe("Name of the source, or a referrer that belongs to none; empty for direct visits"),
        clicks,
        isOwn,
      }),
    )
    .describe("Most clicks first"),
  distinct: count.describe("Number of sources with clicks"),
});

export const clickedLink = part("ClickedLink", "A link, and its counted clicks", { clicks });
export const topLinksPart = part("TopLinks", "The links with the most clicks", {
  rows: z.array(clickedLink).describe("Most clicks first"),
  distinct: count.describe("Number of links with clicks"),
});

/** The top list of a property in REST. */
export const topAnswer = z.object({
  rows: z.array(z.object({ value: z.string().describe("Empty if unknown"), clicks, isOwn: isOwn.optional() })),
  distinct: count.describe("Number of known values"),
});
