import type { RunningFeature } from "../../kernel/calls/feature.ts";
import { shareAnswers } from "./answers.ts";
import { ShareFields, ShareResolvers } from "./resolvers.ts";
import { shareRoutes } from "./rest.ts";
import type { ShareOffer, ShareServices } from "./services.ts";
import { ShareRow } from "./shareRow.ts";
import { type ShareBase, startShares } from "./start.ts";

/** Pages of figures that are shown to others. */
export const shares: RunningFeature<ShareServices, ShareBase, ShareOffer> = {
  start: startShares,
  entities: [ShareRow],
  resolvers: [ShareResolvers, ShareFields],
  routes: shareRoutes,
  answers: shareAnswers,
};
