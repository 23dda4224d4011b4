import { z } from "zod";
import { chartPoint, count, instant } from "../../../kernel/contract/answerPieces.ts";
import { part } from "../../../kernel/contract/entity.ts";
import { enumeration } from "../../../kernel/contract/enumeration.ts";
import type { VerdictField } from "./tops.ts";

/** A property by which classified clicks are listed. */
export const botField = enumeration<VerdictField>("BotField", "Property by which classified clicks can be grouped", {
  reason: "Classification reason, such as `crawler: Googlebot`",
  agent: "User agent exactly as sent",
  network: "Autonomous system number (ASN) of the visitor's network",
  referrer: "Host of the referring page; empty if there is none",
});

export const botFigures = part(
  "BotFigures",
  "Numbers of classified clicks",
  {
    clicks: count.describe("Number of clicks"),
    links: count.describe("Number of links that were clicked"),
    kinds: z
      .array(
        part("BotKind", "A kind of classification reason, and its clicks", {
          kind: z.string().describe("Kind of reason: the part before the colon, such as `crawler`"),
          clicks: count.describe("Number of clicks"),
        }),
      )
      .describe("Kinds of reasons, most clicks first; empty for clicks by people"),
  },
  { kinds: { length: 12 } },
);

/** A point of the chart in GraphQL; REST uses one type for the points of all click charts. */
export const botPoint = part(
  "BotPoint",
  "A point of a chart of classified clicks: one hour, day, week or month",
  chartPoint.shape,
);

const rulesVersion = z.int().min(0).describe("Version of the classification rules; 0 if it was not stored");

const top = {
  rows: z
    .array(
      part(
        "BotValue",
        "A property value, its clicks and their classification reasons",
        {
          value: z.string().describe("The value: a reason, user agent, autonomous system number or referrer host"),
          name: z.string().describe("Display name: the value, or the operator of the network; empty if unknown"),
          reasons: z
            .array(z.string())
            .describe("Up to ten classification reasons, such as `crawler: Googlebot`; empty for clicks by people"),
          rulesVersions: z.array(rulesVersion).describe("Versions of the rules that classified the clicks"),
          clicks: count.describe("Number of clicks"),
          lastAt: instant.describe("Time of the latest click with this value"),
        },
        { reasons: { length: 10 }, rulesVersions: { length: 3 } },
      ),
    )
    .describe("Values, most clicks first"),
  distinct: count.describe("Number of different values"),
};
export const botTop = part("BotTop", "The most frequent values of a property of classified clicks", {
  field: botField.describe("Property whose values are listed"),
  ...top,
});
export const botTopAnswer = z.object(top);

const click = {
  id: z.guid().describe("Click ID"),
  timestamp: instant.describe("Time of the response to the visitor"),
  isBot: z.boolean().describe("Whether the click was classified as a bot"),
  botReason: z.string().describe("Classification reason; empty for people"),
  rulesVersion,
  userAgent: z.string().describe("User agent exactly as sent; empty if none was sent, or if it is no longer stored"),
  network: z.string().describe("Autonomous system number (ASN) of the visitor's network; 0 if unknown"),
  isp: z.string().describe("Operator of the visitor's network; empty if unknown"),
  referrer: z.string().describe("Host of the referring page; empty if there is none"),
  country: z.string().describe("Country name in English; empty if unknown"),
  countryCode: z.string().describe("ISO 3166-1 alpha-2 country code; empty if unknown"),
  device: z.string().describe("Device type: mobile, desktop, tablet or Unknown"),
  browser: z.string().describe("Browser name; empty if unknown"),
  operatingSystem: z.string().describe("Operating system name; empty if unknown"),
};
export const classifiedClick = part(
  "ClassifiedClick",
  "A click with the stored data that was used to classify it",
  click,
);
export const botSamplesAnswer = z.array(
  z.object({
    ...click,
    linkId: z.guid().describe("ID of the clicked link"),
    city: z.string().describe("City name; empty if unknown"),
    regionName: z.string().describe("Region name; empty if unknown"),
    browserVersion: z.string().describe("Browser version; empty if unknown"),
  }),
);
