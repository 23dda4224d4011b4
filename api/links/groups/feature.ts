import type { Feature } from "../../kernel/calls/feature.ts";
import { GroupRow, projectGroup } from "./projection.ts";
import { groupAnswers } from "./answers.ts";
import { GroupFields, GroupOfLink, GroupResolvers, GroupStatsFields } from "./resolvers.ts";
import { groupRoutes } from "./rest.ts";
import type { GroupServices } from "./services.ts";

/** Groups of links and their figures. */
export const groups: Feature<GroupServices> = {
  entities: [GroupRow],
  projections: { group: projectGroup },
  readTables: ["link_group"],
  resolvers: [GroupResolvers, GroupFields, GroupStatsFields, GroupOfLink],
  routes: groupRoutes,
  answers: groupAnswers,
};
