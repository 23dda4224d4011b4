import type { Registry } from "prom-client";
import type { RunningFeature } from "../calls/feature.ts";
import type { Reads } from "../database/reads.ts";
import { ruleAnswers } from "./answers.ts";
import type { RuleServices } from "./commands.ts";
import { measureHalfJudgedMonths } from "./metrics.ts";
import { BotChangeFields, BotRuleFields, BotRuleResolvers } from "./resolvers.ts";
import { ruleRoutes } from "./rest.ts";

/** By which visits a workspace has its visitors classified besides the built-in rules, and what that would change in the past. */
export const botRules: RunningFeature<RuleServices, Reads & { readonly registry: Registry }> = {
  start(base) {
    measureHalfJudgedMonths(base, base.registry);
    return { services: {}, stop: async () => {} };
  },
  resolvers: [BotRuleResolvers, BotRuleFields, BotChangeFields],
  routes: ruleRoutes,
  answers: ruleAnswers,
};
