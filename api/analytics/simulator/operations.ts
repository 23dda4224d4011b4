import { z } from "zod";
import { recordId } from "../../kernel/contract/answerPieces.ts";
import { parseInput } from "../../kernel/contract/parse.ts";
import { data, graphqlData, one } from "../../kernel/contract/answers.ts";
import { facesOf, operationsOn } from "../../kernel/contract/operations.ts";
import { readAs } from "../../kernel/contract/values.ts";
import { linksTag } from "../../links/core/entities.ts";
import { optionInputs } from "../../links/core/options/inputs.ts";
import { replay, trial } from "./entities.ts";
import { type ReplayedLink, replayDays, replayLink } from "./replayLink.ts";
import type { TrialServices } from "./services.ts";
import { tryLink } from "./tryLink.ts";
import { visitorInput, visitorTexts } from "./visitorFields.ts";

const rules = optionInputs.rules.describe("Redirect rules to test; the link's current rules by default");
/** Rules are not validated here: the command validates rules together with the link's other options, as for an edit. */
const anyRules = z.unknown().optional();

const trialInput = readAs(
  visitorInput.extend({ address: z.string().nullish().describe("IP address of the visitor"), rules }),
  visitorInput.extend({ rules: anyRules }),
);
const days = z.int().min(replayDays.min).max(replayDays.max);
const replayInput = readAs(
  z.object({ days: days.optional().describe(`Number of past days; ${replayDays.default} by default`), rules }),
  z.object({ days: z.number("Must be a number").optional(), rules: anyRules }),
);

const trialText = {
  summary: "Simulate a visit to a link",
  description:
    "Returns what a visitor with the given properties would get, and explains the decision. Records no click.",
};
const replayText = {
  summary: "Test redirect rules on past clicks",
  description:
    "Counts the link's clicks of the last `days` days by the rule that would have matched first, based on the stored properties of clicks. Lists properties that the rules use but that are not stored.",
};
const trialAnswer = one(trial, { message: null });

const { restOnly, graphqlQuery } = operationsOn<TrialServices>(linksTag, "Link");
const texts = z.object(visitorTexts);

/** The operations of the simulator. */
export const trialFaces = facesOf([
  graphqlQuery({
    ...trialText,
    name: "tryLink",
    needs: ["links:read"],
    takes: { linkId: recordId, visitor: visitorInput, rules },
    answer: trialAnswer,
    run(services, actor, { linkId, visitor: { at, ...visitor }, rules: proposed }) {
      return tryLink(services, actor, linkId, { ...parseInput(texts, visitor), at, rules: proposed ?? undefined });
    },
  }),
  restOnly({
    ...trialText,
    id: "tryUrl",
    rest: "POST /api/urls/:id/try",
    needs: ["links:read"],
    takes: { id: recordId, input: trialInput },
    example: { country: "AT", language: "de-AT,de;q=0.9" },
    answer: trialAnswer,
    failures: [400, 404],
    run: (services, actor, { id, input }) => tryLink(services, actor, id, input),
  }),
  graphqlQuery({
    ...replayText,
    name: "replayLink",
    needs: ["stats:read"],
    takes: {
      linkId: recordId,
      days: z.int().default(replayDays.default).describe(`Number of past days, ${replayDays.min} to ${replayDays.max}`),
      rules,
    },
    answer: graphqlData(replay),
    weight: { cost: 50 },
    run: async (services, actor, { linkId, days: past, rules: proposed }) =>
      namedRules(await replayLink(services, actor, linkId, { days: past, rules: proposed ?? undefined })),
  }),
  restOnly({
    ...replayText,
    id: "replayUrl",
    rest: "POST /api/urls/:id/replay",
    needs: ["stats:read"],
    takes: { id: recordId, input: replayInput },
    example: { days: 30 },
    answer: data("ReplayAnswer", replay),
    failures: [400, 404],
    run: async (services, actor, { id, input }) => namedRules(await replayLink(services, actor, id, input)),
  }),
]);

/** Adds each rule's number and name to its clicks. */
function namedRules({ proposed, rules: clicks, ...replayed }: ReplayedLink) {
  const named = proposed.map(({ number, name }, i) => ({ number, name, ...(clicks[i] ?? { clicks: 0, people: 0 }) }));
  return { ...replayed, rules: named };
}
