import type { Feature } from "../../kernel/calls/feature.ts";
import { dashboardAnswers } from "./answers.ts";
import { DashboardFields, DashboardResolvers, GrowthFields, OverviewFields } from "./resolvers.ts";
import { dashboardRoutes } from "./rest.ts";
import type { DashboardServices } from "./services.ts";

/** Figures of a whole account. */
export const dashboard: Feature<DashboardServices> = {
  resolvers: [DashboardResolvers, DashboardFields, GrowthFields, OverviewFields],
  routes: dashboardRoutes,
  answers: dashboardAnswers,
};
