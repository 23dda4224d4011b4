import type { Feature } from "../../kernel/calls/feature.ts";
import { exportRoutes } from "./rest.ts";
import type { ExportServices } from "./archive.ts";

/** All of an account's data in one archive. */
export const archives: Feature<ExportServices> = {
  routes: exportRoutes,
};
