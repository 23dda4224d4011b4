import type { RunningFeature } from "../../kernel/calls/feature.ts";
import { conversionsOfLink } from "./conversionsOfLink.ts";
import { hopScriptRoute } from "./hopScript.ts";
import { conversionFaces } from "./operations.ts";
import type { ConversionOffer, ConversionServices } from "./commands.ts";
import { type ConversionWorkerBase, startConversions } from "./worker.ts";

/** Leads and sales that owners report for clicks. */
export const conversions: RunningFeature<ConversionServices, ConversionWorkerBase, ConversionOffer> = {
  start(base) {
    const worker = startConversions(base);
    return { services: { conversionChanged: () => worker.notify() }, stop: () => worker.stop() };
  },
  resolvers: [...conversionFaces.resolvers, conversionsOfLink],
  routes(app, services, requireActor) {
    hopScriptRoute(app);
    conversionFaces.routes(app, services, requireActor);
  },
  answers: conversionFaces.answers,
};
