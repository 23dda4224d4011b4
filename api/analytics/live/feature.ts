import type { RunningFeature } from "../../kernel/calls/feature.ts";
import { liveAnswers } from "./answers.ts";
import { LiveResolvers } from "./resolvers.ts";
import { liveRoutes } from "./rest.ts";
import type { LiveOffer, LiveServices } from "./services.ts";
import { type LiveBase, startLive } from "./start.ts";

/** The clicks of a whole account as they are counted. */
export const live: RunningFeature<LiveServices, LiveBase, LiveOffer> = {
  start: startLive,
  resolvers: [LiveResolvers],
  routes: liveRoutes,
  answers: liveAnswers,
};
