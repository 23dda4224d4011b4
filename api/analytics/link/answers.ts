import { byTopList } from "@hoplog/schema/clicks/dimensions.js";
import { z } from "zod";
import { answer, count, instant } from "../../kernel/calls/answers.ts";
import { pageAnswer } from "../../kernel/calls/pages.ts";
import type { Answers } from "../../kernel/calls/operation.ts";

const counted = z
  .object({
    _id: z.string(),
    count,
    isOwn: z.literal(true).optional().describe("Of referrers and sources: a host of this installation's short links"),
  })
  .meta({ title: "CountedValue" });
const tops = {
  ...byTopList(() => z.array(counted)),
  clicksByCountry: z.array(
    z.object({ _id: z.string().describe("ISO 3166-1"), country: z.string(), count }).meta({ title: "CountryCount" }),
  ),
};
const clickStats = z
  .object({ totalClicks: count, uniqueIPs: count, countries: count, browsers: count })
  .meta({ title: "ClickStats" });
export const dayClicks = z.object({ _id: z.iso.date(), clicks: count }).meta({ title: "DayClicks" });

const linkStats = z.object({ ...clickStats.shape, clicksByDate: z.array(dayClicks), ...tops });

/** A click, as REST answers it. */
export const clickAnswer = z
  .object({
    _id: z.guid(),
    timestamp: instant,
    country: z.string(),
    countryCode: z.string(),
    city: z.string(),
    regionName: z.string(),
    isp: z.string(),
    device: z.string().describe("mobile, desktop, tablet or Unknown"),
    browser: z.string(),
    browserVersion: z.string(),
    operatingSystem: z.string(),
    referrer: z.string().describe("Host; empty for direct visits"),
    isBot: z.boolean(),
    botReason: z.string(),
  })
  .meta({ title: "Click" });

export const statsAnswers = {
  DecisionsAnswer: answer({
    data: z.array(
      z.object({
        rule: count.describe("Number of the rule that decided; 0 for none"),
        arm: count.describe("Number of the arm that they went to; 0 for none"),
        clicks: count,
        people: count,
      }),
    ),
  }),
  EditEffectsAnswer: answer({
    data: z
      .array(
        z.object({
          version: z.int().min(1).describe("The edit, as the history calls it"),
          at: instant.describe("The first span ends and the second begins"),
          from: instant.describe("Where the first span begins"),
          to: instant.describe("Where the second span ends, without this moment"),
          before: count,
          after: count,
          isOngoing: z.boolean().describe("The second span would go on: both are as long as it has lasted so far"),
          otherEdits: count.describe("Other edits that lie within the spans"),
        }),
      )
      .describe("Oldest first, without the first entry of the history"),
  }),
  LinkStatsAnswer: answer({ data: linkStats }),
  ClickLogAnswer: answer({
    data: z.object({ clickLogs: z.array(clickAnswer), stats: clickStats, ...tops }),
    pagination: pageAnswer,
  }),
} satisfies Answers;
