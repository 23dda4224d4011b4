import { z } from "zod";
import { answer, count, instant } from "../../kernel/calls/answers.ts";
import type { Answers, Tag } from "../../kernel/calls/operation.ts";
import { shownMax } from "./liveVisits.ts";
import { missReasons } from "./reasons.ts";

const reason = z.enum(missReasons);
const link = z.object({ id: z.guid(), name: z.string(), code: z.string() }).meta({ title: "LinkReference" });

export const missAnswers = {
  MissesAnswer: answer({
    data: z.object({
      figures: z.object({
        visits: count,
        people: count,
        bots: count,
        reasons: z.array(z.object({ reason, people: count, bots: count })),
      }),
      chart: z.array(
        z.object({ at: z.string().describe("Begin of an hour, or the first day as YYYY-MM-DD"), visits: count }),
      ),
    }),
  }),
  MissedCodesAnswer: answer({
    data: z.object({
      rows: z.array(
        z.object({
          code: z.string().describe("Empty for a bare or unknown host"),
          domain: z.string().nullable().describe("Name of the own domain; null for any other host"),
          host: z.string().describe("As it was last asked for"),
          reason,
          visits: count,
          lastAt: instant,
          link: link.nullable().describe("The one that was asked for, or that has the code by now"),
          canCreate: z.boolean().describe("Whether a link with this code would lead such visitors on"),
          nearest: z.array(link).describe("Own links whose codes differ by one character, or in case"),
        }),
      ),
      distinct: count.describe("How many there are"),
    }),
  }),
  MissTopAnswer: answer({
    data: z.object({
      rows: z.array(z.object({ value: z.string().describe("Empty: unknown, or none"), visits: count })),
      distinct: count.describe("How many known values there are"),
    }),
  }),
  LiveMisses: z.object({
    at: instant.describe("When it was read, by the server's clock"),
    people: count.describe("Visits of people in these minutes"),
    bots: count,
    visits: z
      .array(
        z.object({
          at: instant.describe("When it was answered"),
          code: z.string().describe("Empty for a bare or unknown host"),
          host: z.string(),
          path: z.string().describe("Empty where it was not kept"),
          reason,
          referrer: z.string().describe("Host of the page that it came from; empty for none"),
          countryCode: z.string().describe("ISO 3166-1 alpha-2; empty where unknown"),
          country: z.string(),
          device: z.string(),
          browser: z.string(),
          operatingSystem: z.string(),
          isBot: z.boolean(),
        }),
      )
      .max(shownMax)
      .describe("The newest, newest first"),
  }),
} satisfies Answers;

export const missesTag: Tag = {
  name: "Misses",
  description: "Visits that led nowhere: unknown codes, expired links, …",
};
