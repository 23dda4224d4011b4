import { openPlaces } from "@hoplog/platform/visitor/locator.js";
import type { RunningFeature } from "../../kernel/calls/feature.ts";
import { trialAnswers } from "./answers.ts";
import { TrialResolvers } from "./resolvers.ts";
import { trialRoutes } from "./rest.ts";
import type { TrialMeans, TrialServices } from "./services.ts";

/** What a link would do for a made-up visitor, and what rules would have done with its past clicks. */
export const trials: RunningFeature<TrialServices, object, TrialMeans> = {
  start() {
    let opened: ReturnType<typeof openPlaces> | null = null;
    const places: TrialMeans["places"] = async () => {
      try {
        return await (opened ??= openPlaces());
      } catch (error) {
        opened = null;
        throw error;
      }
    };
    return { services: { places, randomShare: Math.random } };
  },
  resolvers: [TrialResolvers],
  routes: trialRoutes,
  answers: trialAnswers,
};
