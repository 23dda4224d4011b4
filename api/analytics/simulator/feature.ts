import { type FindPlace, openPlaces } from "@hoplog/platform/visitor/locator.js";
import type { RunningFeature } from "../../kernel/calls/feature.ts";
import { trialFaces } from "./operations.ts";
import type { TrialDependencies, TrialServices } from "./services.ts";

/** Simulates a link for a made-up visitor, and replays rules over its past clicks. */
export const trials: RunningFeature<TrialServices, object, TrialDependencies> = {
  start() {
    let opened: FindPlace | null = null;
    return { services: { places: () => (opened ??= openPlaces()), randomShare: Math.random } };
  },
  ...trialFaces,
};
