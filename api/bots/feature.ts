import type { Feature } from "../calls/feature.ts";
import { botAnswers } from "./answers.ts";
import { BotResolvers } from "./resolvers.ts";
import { botRoutes } from "./rest.ts";
import { ruleAnswers } from "./rules/answers.ts";
import { BotRuleResolvers } from "./rules/resolvers.ts";
import { ruleRoutes } from "./rules/rest.ts";
import type { BotServices } from "./services.ts";

/** What was taken for a bot, by reason, user agent, network and referrer, with samples. */
export const bots: Feature<BotServices> = {
  resolvers: [BotResolvers, BotRuleResolvers],
  routes(app, services, requireActor) {
    botRoutes(app, services, requireActor);
    ruleRoutes(app, services, requireActor);
  },
  answers: { ...botAnswers, ...ruleAnswers },
};
