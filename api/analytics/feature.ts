import type { Feature } from "../calls/feature.ts";
import { analyticsAnswers } from "./answers.ts";
import { AnalyticsResolvers } from "./resolvers.ts";
import { analyticsRoutes } from "./rest.ts";
import type { AnalyticsServices } from "./services.ts";

/** Figures, charts and top lists of an account's clicks, narrowed by filters. */
export const analytics: Feature<AnalyticsServices> = {
  resolvers: [AnalyticsResolvers],
  routes: analyticsRoutes,
  answers: analyticsAnswers,
};
