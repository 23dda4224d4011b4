import { fieldDescriptions, type ListedFieldName, listedFields } from "@hoplog/schema/clicks/filters.js";
import { z } from "zod";
import { chartPoint, count } from "../../kernel/contract/answerPieces.ts";
import { part, nested } from "../../kernel/contract/entity.ts";
import { enumeration } from "../../kernel/contract/enumeration.ts";
import { countedValue } from "../link/entities.ts";
import type { Interval } from "../../clicks/questions/intervals.ts";

export const interval = enumeration<Interval>("ChartInterval", "Length of the interval that one chart point covers", {
  hour: "One hour",
  day: "One day in the requested time zone",
  week: "One week in the requested time zone, starting on Monday",
  month: "One month in the requested time zone",
});

export const listedField = enumeration<ListedFieldName>(
  "ClickDimension",
  "Click property whose most frequent values can be listed",
  fieldDescriptions(listedFields),
);

const clicks = count.describe("Number of clicks; includes clicks by bots only if requested");

export const analyticsFigures = part("AnalyticsFigures", "Numbers of clicks and visitors", {
  clicks: count.describe("Clicks by people, plus clicks by bots if requested"),
  people: count.describe("Clicks by people"),
  bots: count.describe("Clicks by bots"),
  uniqueVisitors: count.describe(
    "Unique visitors per UTC day, summed over the days of the range; includes bots only if requested",
  ),
});

/** A point of a click chart in GraphQL; REST uses {@link chartPoint}. */
export const graphqlChartPoint = part(
  "ChartPoint",
  "A point of a click chart: one hour, day, week or month",
  chartPoint.shape,
);

export const clicksSinceDay = z.iso
  .date()
  .nullable()
  .describe(
    "First day (UTC) whose individual clicks are stored: lists and filters exclude earlier days. Null if click retention has removed no clicks",
  );

export const topList = part("TopList", "The most frequent values of a click property", {
  field: listedField.describe("Property whose values are listed"),
  rows: z
    .array(nested(countedValue))
    .describe("Values with their clicks, most clicks first; an empty value means unknown"),
  distinct: count.describe("Number of different known values"),
});

const isOwn = z.boolean().describe("For sources: whether the source is a short-link host of this installation");

export const topSourcesPart = part("TopSources", "The websites and apps that sent the most clicks", {
  rows: z
    .array(
      part("SourceCount", "A website or app, and the number of clicks from it", {
        value: z
          .string()
          .describe(
            "Name of the source, or the referrer host if it belongs to no known source; empty for direct visits",
          ),
        clicks,
        isOwn,
      }),
    )
    .describe("Sources, most clicks first"),
  distinct: count.describe("Number of different sources with clicks"),
});

export const clickedLink = part("ClickedLink", "A link and its number of clicks", { clicks });
export const topLinksPart = part("TopLinks", "The links with the most clicks", {
  rows: z.array(clickedLink).describe("Links, most clicks first"),
  distinct: count.describe("Number of links with clicks"),
});

/** The top list of a property in REST. */
export const topAnswer = z.object({
  rows: z.array(
    z.object({ value: z.string().describe("The value; empty if unknown"), clicks, isOwn: isOwn.optional() }),
  ),
  distinct: count.describe("Number of different known values"),
});
