import { z } from "zod";
import { count, instant } from "../../kernel/contract/answerPieces.ts";
import { part } from "../../kernel/contract/entity.ts";
import { enumeration } from "../../kernel/contract/enumeration.ts";
import { shownMax } from "./liveVisits.ts";
import type { MissField } from "./question.ts";
import type { MissReason } from "./reasons.ts";

export const missReason = enumeration<MissReason>("MissReason", "Why a visit led nowhere", {
  unknown: "No link has the code",
  unknownHost: "Nothing is served under the host",
  baseUrl: "The host without a code",
  inactive: "The link is switched off, by its owner or by a ban",
  expired: "The link has expired",
  notYet: "The link is not active yet",
  usedUp: "The click limit of the link is reached",
  wrongPassword: "The password was wrong",
  blocked: "A rule of the link blocks the visitor",
  listed: "The destination is listed as harmful",
  banned: "The link is banned",
});

export const missField = enumeration<MissField>("MissField", "Property by which visits that led nowhere are listed", {
  referrer: "Host of the referring page; empty for none",
  host: "Requested host",
  country: "ISO 3166-1 alpha-2; empty if unknown",
});

const people = count.describe("Visits of people");
const bots = count.describe("Visits of bots");
const visits = count.describe("Counted visits");
const distinct = count.describe("Number of known values");
const code = z.string().describe("Requested code; empty for the host without a code and for unknown hosts");
const reason = missReason.describe("Why they led nowhere");

export const missFigures = part(
  "MissFigures",
  "Number of visits that led nowhere, and why",
  {
    visits: count.describe("Counted visits: of people, or of people and bots"),
    people,
    bots,
    reasons: z
      .array(part("MissReasonCount", "Number of visits that led nowhere for a reason", { reason, people, bots }))
      .describe("Reasons with visits"),
  },
  { reasons: { length: 11 } },
);

export const missPoint = part("MissPoint", "An hour, day, week or month, and its visits that led nowhere", {
  at: z.string().describe("Start of an hour in ISO 8601, or first day as YYYY-MM-DD"),
  visits,
});

/** A link as REST answers refer to it. */
export const linkReference = z
  .object({ id: z.guid(), name: z.string(), code: z.string() })
  .meta({ title: "LinkReference" });

const missed = {
  code,
  domain: z.string().nullable().describe("Name of the workspace's domain; null for any other host"),
  host: z.string().describe("Host of the latest visit"),
  reason,
  visits,
  lastAt: instant.describe("Time of the latest visit"),
  canCreate: z.boolean().describe("Whether a link with this code would redirect such visitors"),
};
export const missedCode = part("MissedCode", "A code that led nowhere for a reason", missed);
export const missedCodesPart = part("MissedCodes", "The codes that led nowhere most often", {
  rows: z.array(missedCode).describe("Most visits first"),
  distinct: count.describe("Number of codes"),
});
export const missedCodesAnswer = z.object({
  rows: z.array(
    z.object({
      ...missed,
      link: linkReference.nullable().describe("The requested link, or the link that has the code now"),
      nearest: z.array(linkReference).describe("Own links whose codes differ by one character or in case"),
    }),
  ),
  distinct: count.describe("Number of codes"),
});

const top = {
  rows: z
    .array(
      part("MissValue", "A value, and the visits with it", {
        value: z.string().describe("Empty if unknown or none"),
        visits,
      }),
    )
    .describe("Most visits first"),
  distinct,
};
export const missTop = part("MissTop", "The values of a property with the most visits that led nowhere", {
  field: missField.describe("The property"),
  ...top,
});
export const missTopAnswer = z.object(top);

export const liveMisses = part(
  "LiveMisses",
  "Visits of the last 30 minutes that led nowhere; each event replaces the previous one",
  {
    at: instant.describe("Time of the reading, by the server's clock"),
    people,
    bots,
    visits: z
      .array(
        part("LiveMiss", "A visit that led nowhere", {
          at: instant.describe("Time of the response"),
          code,
          host: z.string().describe("Requested host"),
          path: z.string().describe("Requested path; empty if it was not stored"),
          reason,
          referrer: z.string().describe("Host of the referring page; empty for none"),
          countryCode: z.string().describe("ISO 3166-1 alpha-2; empty if unknown"),
          country: z.string().describe("Name of the country; empty if unknown"),
          device: z.string().describe("mobile, desktop, tablet or Unknown"),
          browser: z.string().describe("Name of the browser; empty if unknown"),
          operatingSystem: z.string().describe("Name of the operating system; empty if unknown"),
          isBot: z.boolean().describe("Whether it was classified as a bot"),
        }),
      )
      .max(shownMax)
      .describe("Latest first"),
  },
  { visits: { length: 50 } },
);
