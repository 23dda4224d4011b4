import type { RunningFeature } from "../../kernel/calls/feature.ts";
import type { NotifyWorker } from "../../links/core/eraseLinks.ts";
import { ErasureResolvers } from "./resolvers.ts";
import type { ErasureServices } from "./services.ts";
import { type ErasureSettings, startErasures } from "./worker.ts";

/** Erasing an account with all that belongs to it. */
export const erasure: RunningFeature<ErasureServices, ErasureSettings, NotifyWorker> = {
  resolvers: [ErasureResolvers],
  start(base) {
    const erasures = startErasures(base);
    return { services: { erasures }, stop: () => erasures.stop() };
  },
};
