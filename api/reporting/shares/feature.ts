import type { RunningFeature } from "../../kernel/calls/feature.ts";
import { sharedPageAnswers } from "./answers.ts";
import { shareFaces } from "./operations.ts";
import type { ShareOffer, ShareServices } from "./services.ts";
import { ShareRow } from "./shareRow.ts";
import { type ShareBase, startShares } from "./start.ts";
import { visitRoutes } from "./visitRest.ts";

/** Pages of figures that are shown to others. */
export const shares: RunningFeature<ShareServices, ShareBase, ShareOffer> = {
  start: startShares,
  entities: [ShareRow],
  ...shareFaces,
  answers: { ...shareFaces.answers, ...sharedPageAnswers },
  routes(app, services, requireActor) {
    visitRoutes(app, services);
    shareFaces.routes(app, services, requireActor);
  },
};
