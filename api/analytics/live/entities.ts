import { z } from "zod";
import { count, instant, recordId } from "../../kernel/contract/answerPieces.ts";
import { entity, part, nested } from "../../kernel/contract/entity.ts";
import { clickFields } from "../link/entities.ts";
import { type LiveClick, type LiveEvent, sampleMax, sliceSeconds, windowSeconds } from "./event.ts";

const people = count.describe("Clicks of people");
const bots = count.describe("Clicks of bots");

const slice = part(
  "LiveSlice",
  `All clicks of ${sliceSeconds} seconds; a later slice of the same time replaces it`,
  {
    at: instant.describe(`Start of the ${sliceSeconds} seconds`),
    people,
    bots,
    countries: z
      .array(
        part("LiveCountry", "Clicks from a country", {
          code: z.string().describe("ISO 3166-1 alpha-2; empty if unknown"),
          people,
          bots,
        }).meta({ title: "LiveEventSliceCountry" }),
      )
      .describe("Most clicks first"),
  },
  { countries: { length: 10 } },
).meta({ title: "LiveEventSlice" });

const liveClick = entity<LiveClick>()({
  name: "LiveClick",
  component: "LiveEventClick",
  description: "A click and the clicked link",
  fields: {
    ...clickFields,
    linkId: recordId.describe("ID of the clicked link"),
    linkName: z.string().describe("Its name; empty for a deleted link"),
    code: z.string().describe("Its code; empty for a deleted link"),
  },
  computed: {},
});

/** A change among the clicks of the last minutes. */
export const liveEvent = entity<LiveEvent>()({
  name: "LiveEvent",
  description: `What has changed among the clicks of the last ${windowSeconds / 60} minutes`,
  fields: {
    at: instant.describe("Time of the reading, by the server's clock"),
    reset: z.boolean().describe("Whether the slices are the whole window, which replaces earlier events"),
    people: count.describe("Clicks of people that were counted since the last event; 0 in a window"),
    bots: count.describe("Clicks of bots that were counted since the last event; 0 in a window"),
    slices: z
      .array(slice)
      .describe(
        `All of the last ${windowSeconds / 60} minutes in a window, else those that have changed; each replaces that of the same time. Oldest first, without empty ones`,
      ),
    clicks: z
      .array(nested(liveClick))
      .max(sampleMax)
      .describe("Some of the clicks, oldest first; all of them if they are few"),
    sampledOf: count.describe("Number of clicks from which those were chosen"),
  },
  only: { reset: "graphql" },
  computed: {},
  weights: { slices: { length: 180 }, clicks: { length: 50 } },
});
