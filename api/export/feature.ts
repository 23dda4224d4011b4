import type { Feature } from "../calls/feature.ts";
import { accountTag } from "../identity/operations.ts";
import { exportRoutes } from "./rest.ts";
import type { ExportServices } from "./services.ts";

/** All of an account's data in one archive. */
export const archives: Feature<ExportServices> = {
  routes: exportRoutes,
  operations: [
    {
      method: "get",
      path: "/api/auth/export",
      tag: accountTag,
      summary: "All of the account's data",
      description:
        "account.json, links.csv, groups.csv, events.json, audit.csv, clicks.csv and misses.csv in one archive.",
      answer: "zip",
      failures: [],
    },
  ],
};
