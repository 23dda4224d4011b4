import type { Feature } from "../calls/feature.ts";
import { statsAnswers, statsOperations } from "./operations.ts";
import { StatsResolvers } from "./resolvers.ts";
import { statsRoutes } from "./rest.ts";
import type { StatsServices } from "./services.ts";

/** A link's figures, its clicks one by one, and both as they come in. */
export const stats: Feature<StatsServices> = {
  resolvers: [StatsResolvers],
  routes: statsRoutes,
  operations: statsOperations,
  answers: statsAnswers,
};
