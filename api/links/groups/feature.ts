import type { Feature } from "../../kernel/calls/feature.ts";
import { GroupRow, projectGroup } from "./projection.ts";
import { groupFaces } from "./operations.ts";
import type { GroupServices } from "./services.ts";

/** Groups of links and their figures. */
export const groups: Feature<GroupServices> = {
  entities: [GroupRow],
  projections: { group: projectGroup },
  readTables: ["link_group"],
  ...groupFaces,
};
