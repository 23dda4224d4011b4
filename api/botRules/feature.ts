import type { Feature } from "../calls/feature.ts";
import { ruleAnswers } from "./answers.ts";
import type { RuleServices } from "./commands.ts";
import { BotRuleResolvers } from "./resolvers.ts";
import { ruleRoutes } from "./rest.ts";

/** By which visits a workspace has its visitors judged besides the built-in rules, and what that would change in the past. */
export const botRules: Feature<RuleServices> = {
  resolvers: [BotRuleResolvers],
  routes: ruleRoutes,
  answers: ruleAnswers,
};
