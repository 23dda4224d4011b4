import { z } from "zod";
import { count, instant } from "../../kernel/calls/answers.ts";
import type { Answers } from "../../kernel/calls/operation.ts";
import { clickAnswer } from "../link/answers.ts";
import { sampleMax, sliceSeconds, windowSeconds } from "./event.ts";

const slice = z.object({
  at: instant.describe(`Begin of ${sliceSeconds} seconds`),
  people: count,
  bots: count,
  countries: z
    .array(
      z.object({ code: z.string().describe("ISO 3166-1 alpha-2; empty where unknown"), people: count, bots: count }),
    )
    .describe("Most clicks first"),
});

export const liveAnswers = {
  LiveEvent: z.object({
    at: instant.describe("When it was read, by the server's clock"),
    people: count.describe("Clicks that were counted since the event before; 0 in a window"),
    bots: count,
    slices: z
      .array(slice)
      .describe(
        `All of the last ${windowSeconds / 60} minutes in a window, else those that have changed: each replaces that of the same time`,
      ),
    clicks: z
      .array(
        z.object({
          ...clickAnswer.shape,
          linkId: z.guid(),
          linkName: z.string().describe("Empty for a link that is gone"),
          code: z.string(),
        }),
      )
      .max(sampleMax)
      .describe("Some of the clicks, oldest first; all while they are few"),
    sampledOf: count.describe("Of how many clicks those are"),
  }),
} satisfies Answers;
