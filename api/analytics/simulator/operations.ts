import { z } from "zod";
import { recordId } from "../../kernel/calls/answers.ts";
import { parseInput } from "../../kernel/calls/parse.ts";
import { graphqlData, one } from "../../kernel/contract/answers.ts";
import { graphqlTypes } from "../../kernel/contract/graphqlTypes.ts";
import { facesOf, operationsOn } from "../../kernel/contract/operations.ts";
import { linksTag } from "../../links/core/answers.ts";
import { LinkRuleInput } from "../../links/core/options/graphqlInputs.ts";
import { replay, trial } from "./entities.ts";
import { namedRules } from "./namedRules.ts";
import { replayDays, replayLink } from "./replayLink.ts";
import type { TrialServices } from "./services.ts";
import { tryLink } from "./tryLink.ts";
import { visitorInput, visitorTexts } from "./visitorFields.ts";

const rules = z
  .array(z.custom<LinkRuleInput>().register(graphqlTypes, { type: LinkRuleInput }))
  .optional()
  .describe("Proposed rules; those of the link by default");

export const trialAnswer = one(trial, { message: null });

/** What REST and GraphQL say of trials. */
export const trialText = {
  summary: "Try a link with a made-up visitor",
  description: "Decides like redirectors, and returns an explanation. Nothing is counted.",
};
/** What REST and GraphQL say of replays. */
export const replayText = {
  summary: "Replay past clicks with other rules",
  description:
    "Covers all clicks of the last days, by their recorded properties, and lists properties that are not recorded.",
};

const { graphqlQuery } = operationsOn<TrialServices>(linksTag, "Link");
const texts = z.object(visitorTexts);

/** Trials in GraphQL. In REST their rules are read like those of an edited link, by routes of their own. */
export const trialFaces = facesOf([
  graphqlQuery({
    ...trialText,
    name: "tryLink",
    takes: { linkId: recordId, visitor: visitorInput, rules },
    answer: trialAnswer,
    run(services, actor, { linkId, visitor: { at, ...visitor }, rules: proposed }) {
      return tryLink(services, actor, linkId, { ...parseInput(texts, visitor), at, rules: proposed });
    },
  }),
  graphqlQuery({
    ...replayText,
    name: "replayLink",
    takes: {
      linkId: recordId,
      days: z.int().default(replayDays.default).describe(`${replayDays.min} to ${replayDays.max}`),
      rules,
    },
    answer: graphqlData(replay),
    weight: { cost: 50 },
    run: async (services, actor, { linkId, days, rules: proposed }) =>
      namedRules(await replayLink(services, actor, linkId, { days, rules: proposed })),
  }),
]);
