import type { Feature } from "../../../kernel/calls/feature.ts";
import { botAnswers } from "./answers.ts";
import { BotResolvers, ClassifiedClickResolvers } from "./resolvers.ts";
import { botRoutes } from "./rest.ts";
import type { BotServices } from "./services.ts";

/** What was taken for a bot, by reason, user agent, network and referrer, with samples. */
export const bots: Feature<BotServices> = {
  resolvers: [BotResolvers, ClassifiedClickResolvers],
  routes: botRoutes,
  answers: botAnswers,
};
