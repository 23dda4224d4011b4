import type { RunningFeature } from "../../kernel/calls/feature.ts";
import { liveEvent } from "./entities.ts";
import { liveFaces, liveRoutes } from "./operations.ts";
import { type LiveBase, type LiveOffer, type LiveServices, startLive } from "./start.ts";

/** The clicks of a whole account as they are counted. */
export const live: RunningFeature<LiveServices, LiveBase, LiveOffer> = {
  start: startLive,
  resolvers: liveFaces.resolvers,
  routes: liveRoutes,
  answers: { LiveEvent: liveEvent.answer },
};
