import type { Feature } from "../calls/feature.ts";
import type { Reads } from "../database/reads.ts";
import { utmAnswers } from "./answers.ts";
import { UtmResolvers } from "./resolvers.ts";
import { utmRoutes } from "./rest.ts";

/** The campaign parameters of destinations. */
export const utm: Feature<Reads> = {
  resolvers: [UtmResolvers],
  routes: utmRoutes,
  answers: utmAnswers,
};
