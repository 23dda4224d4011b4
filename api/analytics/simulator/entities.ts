import { z } from "zod";
import { count } from "../../kernel/contract/answerPieces.ts";
import { entity, part } from "../../kernel/contract/entity.ts";
import { enumeration } from "../../kernel/contract/enumeration.ts";
import type { Outcome, TriedLink } from "./tryLink.ts";

const outcome = enumeration<Outcome>("TrialOutcome", "Result of a simulated visit to a link", {
  redirect: "The visitor is redirected",
  preview: "A crawler gets a preview page of the link",
  blocked: "A rule blocks the visitor",
  notYet: "The start time of the link has not been reached",
  expired: "The link has expired",
  usedUp: "The click limit of the link is reached",
  uncounted: "The visitor is a bot, and links with a click limit redirect only people",
  inactive: "The workspace has deactivated the link",
  banned: "An operator has banned the link",
  unreachable: "The link's domain is not served",
  listed: "The link may lead to a URL listed as harmful: the visitor gets a warning page",
  password: "The visitor gets a page that asks for the link's password",
});

/** Result for a simulated visitor in API responses. */
export const trial = entity<TriedLink>()({
  name: "Trial",
  description: "The result of a simulated visit to a link",
  fields: {
    outcome: outcome.describe("Response that the visitor gets"),
    url: z.string().nullable().describe("Destination URL; null if the visitor gets a page of this server"),
    rule: count.nullable().describe("Number of the redirect rule that determined the result; null for none"),
    arm: count.nullable().describe("Number of the split arm that determined the destination; null for none"),
    explanation: z.array(z.string()).describe("One explanation per evaluated rule, then one of the decision"),
  },
  computed: {},
});

const clicks = {
  clicks: count.describe("Clicks by people and bots"),
  people: count.describe("Clicks by people"),
};
const replayed = part("ReplayedClicks", "Numbers of clicks with the same result", clicks).meta({
  title: "ReplayCount",
});

export const replay = part("Replay", "The redirect rules that past clicks would have matched", {
  total: replayed.describe("All clicks in the range"),
  rules: z
    .array(
      part("ReplayedRule", "The past clicks for which a redirect rule would have been the first match", {
        number: count.describe("Number of the rule"),
        name: z.string().describe("Name of the rule"),
        ...clicks,
      }),
    )
    .describe("Clicks by rule, in the order of the rules"),
  noRule: replayed.describe("Clicks that match no rule"),
  undetermined: replayed.describe(
    "Clicks whose first matching rule cannot be determined, because required data is not stored",
  ),
  unavailable: z
    .array(z.string())
    .describe("Explanations for properties that the rules use but that are not stored, or not for every click"),
});
