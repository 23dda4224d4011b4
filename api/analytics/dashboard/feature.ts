import type { Feature } from "../../kernel/calls/feature.ts";
import { dashboardFaces, type DashboardServices } from "./operations.ts";

/** Figures of a whole account. */
export const dashboard: Feature<DashboardServices> = dashboardFaces;
