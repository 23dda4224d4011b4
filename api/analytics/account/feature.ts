import type { RunningFeature } from "../../kernel/calls/feature.ts";
import { analyticsAnswers } from "./answers.ts";
import { expectDays } from "./expectedDays.ts";
import { AnalyticsResolvers, ClickedLinkResolvers } from "./resolvers.ts";
import { analyticsRoutes } from "./rest.ts";
import type { AnalyticsServices, Expectations } from "./services.ts";

/** Figures, charts and top lists of an account's clicks, narrowed by filters. */
export const analytics: RunningFeature<AnalyticsServices, unknown, Expectations> = {
  start: () => ({ services: { expectedDays: expectDays() } }),
  resolvers: [AnalyticsResolvers, ClickedLinkResolvers],
  routes: analyticsRoutes,
  answers: analyticsAnswers,
};
