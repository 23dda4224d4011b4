import { limits } from "@hoplog/schema/limits.js";
import { recordId } from "../../kernel/contract/answerPieces.ts";
import { fromCursor, toCursor } from "../../kernel/calls/cursor.ts";
import { pageOf, pageParameters, shownOf, startOf } from "../../kernel/contract/pages.ts";
import { flag, queryText, text } from "../../kernel/contract/parse.ts";
import { confirmation, graphqlData, page } from "../../kernel/contract/answers.ts";
import { facesOf, operationsOn } from "../../kernel/contract/operations.ts";
import { range } from "../../clicks/counts/rangeTaken.ts";
import { createGroup, deleteGroup, renameGroup } from "./commands.ts";
import { GroupRow, projectGroup } from "./projection.ts";
import { countGroups, getGroup, listGroups } from "./queries.ts";
import {
  graphqlGroups,
  graphqlStats,
  groupFields,
  groupOfLink,
  group,
  linksOfStats,
  changedGroup,
  oneGroup,
  statsPage,
  type GroupServices,
} from "./entities.ts";
import { groupStats } from "./stats.ts";
import type { Feature } from "../../kernel/calls/feature.ts";

const bots = flag.default(false).describe("Whether click numbers include clicks by bots");
const search = queryText.optional().describe("Text that the group's name contains; ignores case and accents");
const name = text.describe("Name of the group; not unique");
const cursorOf = ({ createdAt, id }: Pick<GroupRow, "createdAt" | "id">) => toCursor(createdAt, id);

const statsText = {
  summary: "Get the statistics and links of a group",
  description: "Counts clicks in a time range, whose days begin and end in the time zone `tz`.",
};

const { query, mutation, restOnly, graphqlQuery } = operationsOn<GroupServices>(
  { name: "Groups", description: "Groups of links and their click statistics" },
  "Group",
);

const groupFaces = facesOf([
  mutation({
    name: "createGroup",
    rest: "POST /api/groups",
    creates: true,
    summary: "Create a group",
    description: "Names are not unique: several groups may have the same name.",
    needs: ["groups:write"],
    mayNeed: { "stats:read": "to return clicks", "links:read": "to return the newest links" },
    takes: { name },
    example: { name: "Press" },
    answer: changedGroup,
    message: "Group created successfully!",
    failures: [400],
    run: (services, actor, given) => createGroup(services, actor, given.name),
  }),
  restOnly({
    id: "listGroups",
    rest: "GET /api/groups",
    summary: "List groups, newest first",
    description: "Returns a page of groups, with `pagination`.",
    needs: ["groups:read"],
    mayNeed: { "stats:read": "to return clicks", "links:read": "to return the newest links" },
    takes: { ...pageParameters, search, bots },
    answer: page(group),
    failures: [],
    async run(services, actor, { page: number, limit, after, search: part, bots: countBots }) {
      const asked = { page: number, limit, after };
      const [groups, total] = await Promise.all([
        listGroups(services, actor, part, { limit: limit + 1, ...startOf(asked, fromCursor) }),
        after === undefined ? countGroups(services, actor, part) : null,
      ]);
      const pagination = pageOf(asked, groups, total, cursorOf);
      return { rows: shownOf(groups, limit), pagination, shownBy: { countBots } };
    },
  }),
  graphqlQuery({
    name: "groups",
    summary: "List groups, newest first",
    description: "Returns all groups without pagination.",
    needs: ["groups:read"],
    takes: { search: search.nullable() },
    answer: graphqlData(graphqlGroups),
    weight: { length: 100 },
    run: (services, actor, given) => listGroups(services, actor, given.search),
  }),
  query({
    name: "group",
    id: "getGroup",
    rest: "GET /api/groups/:id",
    summary: "Get a group",
    description: "Includes the number of links, their clicks, and the newest links.",
    needs: ["groups:read"],
    mayNeed: { "stats:read": "to return clicks", "links:read": "to return the newest links" },
    takes: { id: recordId },
    answer: oneGroup,
    failures: [404],
    run: (services, actor, { id }) => getGroup(services, actor, id),
  }),
  restOnly({
    ...statsText,
    id: "getGroupStats",
    rest: "GET /api/groups/:id/stats",
    needs: ["groups:read", "links:read", "stats:read"],
    takes: { id: recordId, range, ...pageParameters, bots },
    answer: statsPage,
    failures: [404],
    async run(services, actor, { id, range: asked, page: number, limit, after, bots: all }) {
      const found = await getGroup(services, actor, id);
      const turned = { page: number, limit, after };
      const stats = await groupStats(services, actor, found, {
        range: asked,
        bots: all,
        limit: limit + 1,
        start: startOf(turned, fromCursor),
      });
      const pagination = pageOf(turned, stats.links, stats.totalUrls, cursorOf);
      return { stats, rows: shownOf(stats.links, limit), pagination, shownBy: { countBots: all } };
    },
  }),
  graphqlQuery({
    ...statsText,
    name: "groupStats",
    needs: ["groups:read", "stats:read"],
    takes: { id: recordId, range, bots },
    answer: graphqlData(graphqlStats),
    weight: { cost: 50 },
    async run(services, actor, { id, range: asked, bots: all }) {
      const group = await getGroup(services, actor, id);
      const question = { range: asked, bots: all, limit: limits.listMax, start: { offset: 0 } };
      return groupStats(services, actor, group, question);
    },
  }),
  mutation({
    name: "renameGroup",
    id: "updateGroup",
    rest: "PUT /api/groups/:id",
    summary: "Rename a group",
    description: "The links stay in the group.",
    needs: ["groups:write"],
    mayNeed: { "stats:read": "to return clicks", "links:read": "to return the newest links" },
    takes: { id: recordId, name },
    conditional: true,
    example: { name: "News" },
    answer: changedGroup,
    message: "Group updated successfully!",
    failures: [400, 404],
    run: (services, actor, { id, name: renamed }) => renameGroup(services, actor, id, renamed),
  }),
  mutation({
    name: "deleteGroup",
    rest: "DELETE /api/groups/:id",
    summary: "Delete a group",
    description: "The links of the group are not deleted; they no longer have a group. This cannot be undone.",
    needs: ["groups:write"],
    takes: { id: recordId },
    conditional: true,
    answer: confirmation,
    message: "Group deleted successfully!",
    failures: [400, 404],
    run: (services, actor, { id }) => deleteGroup(services, actor, id),
  }),
  { resolvers: [groupFields, groupOfLink, linksOfStats] },
]);

/** Groups of links and their statistics. */
export const groups: Feature<GroupServices> = {
  entities: [GroupRow],
  projections: { group: projectGroup },
  readTables: ["link_group"],
  ...groupFaces,
};
