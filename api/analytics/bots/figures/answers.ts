import { z } from "zod";
import { answer, chartPoint, count, instant } from "../../../kernel/calls/answers.ts";
import type { Answers } from "../../../kernel/calls/operation.ts";

const rulesVersion = z.int().min(0).describe("Version of the rules; 0 where it was not kept");
const userAgent = z.string().describe("As it was sent; empty for none, and where it is not kept any more");

export const botAnswers = {
  BotsAnswer: answer({
    data: z.object({
      figures: z.object({
        clicks: count,
        links: count.describe("That were clicked so"),
        kinds: z.array(z.object({ kind: z.string().describe("crawler, http library, …"), clicks: count })),
      }),
      chart: z.array(chartPoint),
    }),
  }),
  BotTopAnswer: answer({
    data: z.object({
      rows: z.array(
        z.object({
          value: z.string().describe("A network by its number; a user agent as it was sent"),
          name: z.string().describe("The value, or who runs the network; empty where unknown"),
          reasons: z.array(z.string()).describe("Why, such as `crawler: Googlebot`; at most ten"),
          rulesVersions: z.array(rulesVersion),
          clicks: count,
          lastAt: instant,
        }),
      ),
      distinct: count.describe("How many there are"),
    }),
  }),
  BotSamplesAnswer: answer({
    data: z.array(
      z.object({
        id: z.guid(),
        linkId: z.guid(),
        timestamp: instant,
        isBot: z.boolean(),
        botReason: z.string().describe("Empty for people"),
        rulesVersion,
        userAgent,
        network: z.string().describe("Number of the autonomous system; 0 where unknown"),
        isp: z.string(),
        referrer: z.string(),
        country: z.string(),
        countryCode: z.string(),
        city: z.string(),
        regionName: z.string(),
        device: z.string(),
        browser: z.string(),
        browserVersion: z.string(),
        operatingSystem: z.string(),
      }),
    ),
  }),
} satisfies Answers;
