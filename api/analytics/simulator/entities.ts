import { z } from "zod";
import { count } from "../../kernel/contract/answerPieces.ts";
import { entity, part } from "../../kernel/contract/entity.ts";
import { enumeration } from "../../kernel/contract/enumeration.ts";
import type { Outcome, TriedLink } from "./tryLink.ts";

const outcome = enumeration<Outcome>("TrialOutcome", "What happens to a visitor of a link", {
  redirect: "The visitor is redirected",
  preview: "A crawler gets the link's preview",
  blocked: "A rule blocks the visitor",
  notYet: "The link is not active yet",
  expired: "The link has expired",
  usedUp: "The click limit of the link is reached",
  uncounted: "The visitor is not a person: links with a click limit do not redirect others",
  inactive: "The owner has switched the link off",
  banned: "An operator has banned the link",
  unreachable: "The domain of the link is not served",
  listed: "The destination may be listed as harmful: the visitor gets a warning",
  password: "The visitor gets a password form",
});

/** Result for a simulated visitor in API responses. */
export const trial = entity<TriedLink>()({
  name: "Trial",
  description: "What would happen to a made-up visitor of a link",
  fields: {
    outcome: outcome.describe("The outcome"),
    url: z.string().nullable().describe("Destination; null if the visitor gets a page"),
    rule: count.nullable().describe("Number of the deciding rule; null for none"),
    arm: count.nullable().describe("Number of the deciding arm; null for none"),
    explanation: z.array(z.string()).describe("Explanation by rule, and of the final decision"),
  },
  computed: {},
});

const clicks = {
  clicks: count.describe("All clicks"),
  people: count.describe("Clicks of people"),
};
const replayed = part("ReplayedClicks", "Number of clicks with the same destination", clicks).meta({
  title: "ReplayCount",
});

export const replay = part("Replay", "Destinations that past clicks would have had", {
  total: replayed.describe("All clicks of the range"),
  rules: z
    .array(
      part("ReplayedRule", "The clicks that a rule would have been the first to match", {
        number: count.describe("Number of the rule"),
        name: z.string().describe("Name of the rule"),
        ...clicks,
      }),
    )
    .describe("By rule, in their order"),
  noRule: replayed.describe("Clicks that no rule matches"),
  undetermined: replayed.describe("Clicks for which the first matching rule cannot be determined"),
  unavailable: z
    .array(z.string())
    .describe("Properties in the rules' conditions that are not recorded, or not for every click"),
});
