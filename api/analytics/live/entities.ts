import { z } from "zod";
import { count, instant, recordId } from "../../kernel/contract/answerPieces.ts";
import { entity, part, nested } from "../../kernel/contract/entity.ts";
import { clickFields } from "../link/entities.ts";
import { type LiveClick, type LiveEvent, sampleMax, sliceSeconds, windowSeconds } from "./event.ts";

const people = count.describe("Clicks by people");
const bots = count.describe("Clicks by bots");

const slice = part(
  "LiveSlice",
  `All clicks within ${sliceSeconds} seconds; a later slice with the same start replaces it`,
  {
    at: instant.describe(`Start of the slice, which covers ${sliceSeconds} seconds`),
    people,
    bots,
    countries: z
      .array(
        part("LiveCountry", "Clicks from a country", {
          code: z.string().describe("ISO 3166-1 alpha-2 country code; empty if unknown"),
          people,
          bots,
        }).meta({ title: "LiveEventSliceCountry" }),
      )
      .describe("Countries, most clicks first"),
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
    linkName: z.string().describe("Link name; empty for a deleted link, or without the scope `links:read`"),
    code: z.string().describe("Link code; empty for a deleted link, or without the scope `links:read`"),
  },
  computed: {},
});

/** A change of the live figures of the last 30 minutes. */
export const liveEvent = entity<LiveEvent>()({
  name: "LiveEvent",
  description: `Changes in the clicks of the last ${windowSeconds / 60} minutes`,
  fields: {
    at: instant.describe("Time of the event, by the server's clock"),
    reset: z.boolean().describe("Whether `slices` covers the whole time window; if so, it replaces all earlier events"),
    people: count.describe(
      "Clicks by people counted since the previous event; if the event covers the whole time window, only clicks counted after the window was read, usually 0",
    ),
    bots: count.describe(
      "Clicks by bots counted since the previous event; if the event covers the whole time window, only clicks counted after the window was read, usually 0",
    ),
    slices: z
      .array(slice)
      .describe(
        `All slices of the last ${windowSeconds / 60} minutes in the first event and after a gap; otherwise the slices that changed, each replacing the earlier one with the same start. Oldest first, without slices that have no clicks`,
      ),
    clicks: z
      .array(nested(liveClick))
      .max(sampleMax)
      .describe("The new clicks, oldest first; a sample if there are many"),
    sampledOf: count.describe("Number of new clicks from which `clicks` was chosen"),
  },
  only: { reset: "graphql" },
  computed: {},
  weights: { slices: { length: 180 }, clicks: { length: 50 } },
});
