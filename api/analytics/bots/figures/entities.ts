import { z } from "zod";
import { chartPoint, count, instant } from "../../../kernel/contract/answerPieces.ts";
import { part } from "../../../kernel/contract/entity.ts";
import { enumeration } from "../../../kernel/contract/enumeration.ts";
import type { VerdictField } from "./tops.ts";

/** A property by which classified clicks are listed. */
export const botField = enumeration<VerdictField>("BotField", "Property by which classified clicks are listed", {
  reason: "Reason of the classification, such as `crawler: Googlebot`",
  agent: "User agent as it was sent",
  network: "Number of the autonomous system",
  referrer: "Host of the referring page; empty for none",
});

export const botFigures = part(
  "BotFigures",
  "Number of classified clicks",
  {
    clicks: count.describe("Clicks"),
    links: count.describe("Links that were clicked"),
    kinds: z
      .array(
        part("BotKind", "A kind of reason, and its clicks", {
          kind: z.string().describe("Part of the reason before the colon, such as `crawler`"),
          clicks: count.describe("Clicks"),
        }),
      )
      .describe("Most clicks first; empty for people"),
  },
  { kinds: { length: 12 } },
);

/** A point of the chart in GraphQL; REST answers the points of all charts of clicks with one type. */
export const botPoint = part("BotPoint", "An hour, day, week or month, and its clicks", chartPoint.shape);

const rulesVersion = z.int().min(0).describe("Version of the rules; 0 if it was not stored");

const top = {
  rows: z
    .array(
      part(
        "BotValue",
        "A value, its clicks, and the reasons of their classification",
        {
          value: z.string().describe("Number of a network, a user agent as it was sent, a reason, or a referrer"),
          name: z.string().describe("The value, or the operator of the network; empty if unknown"),
          reasons: z.array(z.string()).describe("At most ten reasons, such as `crawler: Googlebot`; empty for people"),
          rulesVersions: z.array(rulesVersion).describe("Versions of the rules that classified the clicks"),
          clicks: count.describe("Clicks"),
          lastAt: instant.describe("Time of the latest click"),
        },
        { reasons: { length: 10 }, rulesVersions: { length: 3 } },
      ),
    )
    .describe("Most clicks first"),
  distinct: count.describe("Number of values"),
};
export const botTop = part("BotTop", "The values of a property with the most clicks", {
  field: botField.describe("The property"),
  ...top,
});
export const botTopAnswer = z.object(top);

const click = {
  id: z.guid().describe("ID of the click"),
  timestamp: instant.describe("Time of the response"),
  isBot: z.boolean().describe("Whether it was classified as a bot"),
  botReason: z.string().describe("Reason of the classification; empty for people"),
  rulesVersion,
  userAgent: z.string().describe("As it was sent; empty for none, or if it is no longer stored"),
  network: z.string().describe("Number of the autonomous system; 0 if unknown"),
  isp: z.string().describe("Operator of the network; empty if unknown"),
  referrer: z.string().describe("Host of the referring page; empty for none"),
  country: z.string().describe("Name of the country; empty if unknown"),
  countryCode: z.string().describe("ISO 3166-1 alpha-2; empty if unknown"),
  device: z.string().describe("mobile, desktop, tablet or Unknown"),
  browser: z.string().describe("Name of the browser; empty if unknown"),
  operatingSystem: z.string().describe("Name of the operating system; empty if unknown"),
};
export const classifiedClick = part("ClassifiedClick", "A click with the data of its classification", click);
export const botSamplesAnswer = z.array(
  z.object({
    ...click,
    linkId: z.guid().describe("ID of the link"),
    city: z.string().describe("Name of the city; empty if unknown"),
    regionName: z.string().describe("Name of the region; empty if unknown"),
    browserVersion: z.string().describe("Version of the browser; empty if unknown"),
  }),
);
