import type { RunningFeature } from "../calls/feature.ts";
import { statsAnswers } from "./answers.ts";
import { StatsResolvers } from "./resolvers.ts";
import { statsRoutes } from "./rest.ts";
import type { CountedOffer, LiveStats, StatsServices } from "./services.ts";
import { type StatsBase, startStats } from "./start.ts";

/** A link's figures, its clicks one by one, and both as they come in. */
export const stats: RunningFeature<StatsServices, StatsBase, LiveStats & CountedOffer> = {
  start: startStats,
  resolvers: [StatsResolvers],
  routes: statsRoutes,
  answers: statsAnswers,
};
