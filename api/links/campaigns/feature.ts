import type { Feature } from "../../kernel/calls/feature.ts";
import { utmAnswers } from "./answers.ts";
import { UtmResolvers } from "./resolvers.ts";
import { utmRoutes } from "./rest.ts";
import type { UtmServices } from "./rules.ts";

/** The campaign parameters of destinations: what was used before, and what a workspace allows. */
export const utm: Feature<UtmServices> = {
  resolvers: [UtmResolvers],
  routes: utmRoutes,
  answers: utmAnswers,
};
