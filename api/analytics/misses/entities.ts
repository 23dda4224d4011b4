import { z } from "zod";
import { count, instant } from "../../kernel/contract/answerPieces.ts";
import { part } from "../../kernel/contract/entity.ts";
import { enumeration } from "../../kernel/contract/enumeration.ts";
import { shownMax } from "./liveVisits.ts";
import type { MissField } from "./question.ts";
import type { MissReason } from "./reasons.ts";

export const missReason = enumeration<MissReason>("MissReason", "Reason why a visit reached no destination", {
  unknown: "No link has the requested code",
  unknownHost: "The requested host is not served",
  baseUrl: "The URL contained no code",
  inactive: "The workspace has deactivated the link, or an operator has banned it",
  expired: "The link has expired",
  notYet: "The start time of the link has not been reached",
  usedUp: "The click limit of the link is reached",
  wrongPassword: "The visitor entered a wrong password",
  blocked: "A rule of the link blocks the visitor",
  listed: "The destination is listed as harmful",
  banned: "Not used: visits to banned links have the reason `inactive`",
});

export const missField = enumeration<MissField>(
  "MissField",
  "Property by which visits without a destination can be grouped",
  {
    referrer: "Host of the referring page; empty if there is none",
    host: "Requested host",
    country: "ISO 3166-1 alpha-2 country code; empty if unknown",
  },
);

const people = count.describe("Visits by people");
const bots = count.describe("Visits by bots");
const visits = count.describe("Number of visits; includes visits by bots only if requested");
const distinct = count.describe("Number of different known values");
const code = z.string().describe("Requested code; empty for URLs without a code and for unknown hosts");
const reason = missReason.describe("Reason why the visits reached no destination");

export const missFigures = part(
  "MissFigures",
  "Numbers of visits that reached no destination, by reason",
  {
    visits: count.describe("Visits by people, plus visits by bots if requested"),
    people,
    bots,
    reasons: z
      .array(
        part("MissReasonCount", "Number of visits that reached no destination for one reason", {
          reason,
          people,
          bots,
        }),
      )
      .describe("Numbers of visits by reason; reasons without visits are omitted"),
  },
  { reasons: { length: 11 } },
);

export const missPoint = part(
  "MissPoint",
  "A point of a chart of visits without a destination: one hour, day, week or month",
  {
    at: z.string().describe("Start of an hour in ISO 8601, or the first day of a longer interval as YYYY-MM-DD"),
    visits,
  },
);

/** A link as referenced by REST responses. */
export const linkReference = z
  .object({ id: z.guid(), name: z.string(), code: z.string() })
  .meta({ title: "LinkReference" });

const missed = {
  code,
  domain: z.string().nullable().describe("Requested domain of the workspace; null for any other host"),
  host: z.string().describe("Requested host of the latest visit"),
  reason,
  visits,
  lastAt: instant.describe("Time of the latest visit"),
  canCreate: z.boolean().describe("Whether creating a link with this code would redirect such visits"),
};
export const missedCode = part(
  "MissedCode",
  "A requested code whose visits reached no destination for one reason",
  missed,
);
export const missedCodesPart = part(
  "MissedCodes",
  "The requested codes with the most visits that reached no destination",
  {
    rows: z.array(missedCode).describe("Codes, most visits first"),
    distinct: count.describe("Number of different codes"),
  },
);
export const missedCodesAnswer = z.object({
  rows: z.array(
    z.object({
      ...missed,
      link: linkReference
        .nullable()
        .describe(
          "The requested link, or the link that has the code now; null for none, or without the scope `links:read`",
        ),
      nearest: z
        .array(linkReference)
        .describe(
          "For unknown codes: at most five links of the workspace on the same domain whose codes differ by one character or two swapped characters, or equal the code in lower or upper case; empty without the scope `links:read`",
        ),
    }),
  ),
  distinct: count.describe("Number of different codes"),
});

const top = {
  rows: z
    .array(
      part("MissValue", "A value and its number of visits", {
        value: z.string().describe("The value; empty if unknown or none"),
        visits,
      }),
    )
    .describe("Values, most visits first"),
  distinct,
};
export const missTop = part("MissTop", "The most frequent values of a property of visits without a destination", {
  field: missField.describe("Property whose values are listed"),
  ...top,
});
export const missTopAnswer = z.object(top);

export const liveMisses = part(
  "LiveMisses",
  "Visits of the last 30 minutes that reached no destination; each event replaces the previous one",
  {
    at: instant.describe("Time of the event, by the server's clock"),
    people,
    bots,
    visits: z
      .array(
        part("LiveMiss", "A visit that reached no destination", {
          at: instant.describe("Time of the response to the visitor"),
          code,
          host: z.string().describe("Requested host"),
          path: z.string().describe("Requested path; empty if it was not stored"),
          reason,
          referrer: z.string().describe("Host of the referring page; empty if there is none"),
          countryCode: z.string().describe("ISO 3166-1 alpha-2 country code; empty if unknown"),
          country: z.string().describe("Country name in English; empty if unknown"),
          device: z.string().describe("Device type: mobile, desktop, tablet or Unknown"),
          browser: z.string().describe("Browser name; empty if unknown"),
          operatingSystem: z.string().describe("Operating system name; empty if unknown"),
          isBot: z.boolean().describe("Whether the visit was classified as a bot"),
        }),
      )
      .max(shownMax)
      .describe("Up to 50 latest visits, newest first"),
  },
  { visits: { length: 50 } },
);
