import type { Feature } from "../../kernel/calls/feature.ts";
import { dashboardFaces } from "./operations.ts";
import type { DashboardServices } from "./services.ts";

/** Figures of a whole account. */
export const dashboard: Feature<DashboardServices> = dashboardFaces;
