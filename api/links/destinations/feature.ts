import type { Cidr } from "@hoplog/platform/env/pieces.js";
import type { Registry } from "prom-client";
import type { RunningFeature } from "../../kernel/calls/feature.ts";
import type { FollowedLog } from "../../kernel/eventstore/followEvents.ts";
import { followDestinations } from "./follow.ts";
import { createImageAddresses } from "./imageAddresses.ts";
import { createDestinationMetrics } from "./metrics.ts";
import { destinationFaces } from "./operations.ts";
import { destinationImageRoutes } from "./rest.ts";
import type { DestinationOffer, DestinationServices } from "./checks.ts";
import { startDestinationRequests, type WorkerBase } from "./worker.ts";

type DestinationsBase = Omit<WorkerBase, "metrics"> &
  FollowedLog & {
    readonly registry: Registry;
    readonly settings: {
      readonly TOKEN_SECRET: string;
      readonly DESTINATION_CHECKS: boolean;
      readonly DESTINATION_NETWORKS: readonly Cidr[];
    };
  };

/** Titles, images and reachability of links' destination pages. */
export const destinations: RunningFeature<DestinationServices, DestinationsBase, DestinationOffer> = {
  async start(base) {
    const { TOKEN_SECRET, DESTINATION_CHECKS: areChecked, DESTINATION_NETWORKS: networks } = base.settings;
    // Always registered, because alarms use the metrics even if checks are disabled.
    const metrics = createDestinationMetrics(base.registry);
    await using stack = new AsyncDisposableStack();
    if (areChecked) {
      const following = await followDestinations(base);
      stack.defer(() => following.stop());
      const requests = startDestinationRequests({ ...base, metrics }, networks);
      stack.defer(() => requests.stop());
    }
    const started = stack.move();
    return {
      services: { ...createImageAddresses(TOKEN_SECRET, base), destinationsAreChecked: areChecked },
      stop: () => started.disposeAsync(),
    };
  },
  resolvers: destinationFaces.resolvers,
  answers: destinationFaces.answers,
  routes(app, services, requireActor) {
    destinationFaces.routes(app, services, requireActor);
    destinationImageRoutes(app, services);
  },
};
