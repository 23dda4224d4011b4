import type { Registry } from "prom-client";
import type { RunningFeature } from "../../kernel/calls/feature.ts";
import { liveMisses } from "./entities.ts";
import { liveMissRoutes } from "./liveRest.ts";
import { createMissMetrics } from "./metrics.ts";
import { missFaces } from "./operations.ts";
import {
  type MissCallServices,
  type MissOffer,
  type MissStreamServices,
  type MissWatchSettings,
  openMissWatches,
} from "./watches.ts";

type MissBase = Omit<MissWatchSettings, "metrics"> & { readonly registry: Registry };

/** Misses with their owner, reason and suggested remedies. */
export const misses: RunningFeature<MissCallServices & MissStreamServices, MissBase, MissOffer> = {
  async start(base) {
    const missWatches = await openMissWatches({ ...base, metrics: createMissMetrics(base.registry) });
    return { services: { missWatches }, stop: () => missWatches.close() };
  },
  resolvers: missFaces.resolvers,
  routes(app, services, requireActor) {
    missFaces.routes(app, services, requireActor);
    liveMissRoutes(app, services, requireActor);
  },
  answers: { ...missFaces.answers, LiveMisses: liveMisses },
};
