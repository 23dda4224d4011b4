import type { RunningFeature } from "../../kernel/calls/feature.ts";
import { conversionAnswers } from "./answers.ts";
import { ConversionsOfLink } from "./conversionsOfLink.ts";
import { ConversionResolvers } from "./resolvers.ts";
import { conversionRoutes } from "./rest.ts";
import type { ConversionOffer, ConversionServices } from "./services.ts";
import { type ConversionWorkerBase, startConversions } from "./worker.ts";

/** Leads and sales that owners report of clicks. */
export const conversions: RunningFeature<ConversionServices, ConversionWorkerBase, ConversionOffer> = {
  start(base) {
    const worker = startConversions(base);
    return { services: { conversionChanged: () => worker.notify() }, stop: () => worker.stop() };
  },
  resolvers: [ConversionResolvers, ConversionsOfLink],
  routes: conversionRoutes,
  answers: conversionAnswers,
};
