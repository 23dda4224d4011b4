import { analyticsQuery, dashboardQuery } from "../dashboard/rest.ts";
import { groupBody, groupListQuery, groupStatsQuery } from "../groups/rest.ts";
import { bulkBody, linkBody, listQuery, revertBody } from "../links/rest.ts";
import { logQuery, statsQuery } from "../stats/rest.ts";
import { accountOperations } from "./accountOperations.ts";
import type { Operation } from "./operation.ts";

const link = { status: 200, is: "LinkAnswer" } as const;
const group = { status: 200, is: "GroupAnswer" } as const;

const linkOperations: readonly Operation[] = [
  {
    method: "post",
    path: "/api/urls",
    tag: "Links",
    summary: "Make a short link",
    description:
      "`shortUrl` is a code of one's own, 3 to 50 letters, digits, hyphens and underscores; blank: one is made.",
    body: linkBody,
    example: { name: "Docs", originalUrl: "https://example.com/docs", shortUrl: "", groupId: null },
    answer: { status: 201, is: "LinkAnswer" },
    failures: [400, 404, 409, 422],
  },
  {
    method: "get",
    path: "/api/urls",
    tag: "Links",
    summary: "List links",
    description: "`search` is part of the name, the code or the original URL, in any case.",
    query: listQuery,
    answer: { status: 200, is: "LinksAnswer" },
    failures: [422],
  },
  {
    method: "put",
    path: "/api/urls/bulk",
    tag: "Links",
    summary: "Change up to 100 links at once",
    description: "All or none. A null group takes them out of theirs, a missing one keeps it.",
    body: bulkBody,
    example: { urlIds: ["01900000-0000-7000-8000-000000000001"], isActive: false },
    answer: { status: 200, is: "ChangedLinksAnswer" },
    failures: [400, 404, 422],
  },
  {
    method: "get",
    path: "/api/urls/:id",
    tag: "Links",
    summary: "One link",
    description: "With its present code, destination, group and clicks.",
    answer: link,
    failures: [404],
  },
  {
    method: "put",
    path: "/api/urls/:id",
    tag: "Links",
    summary: "Edit a link",
    description:
      "At least one field. A blank or missing `shortUrl` keeps the code, a missing `groupId` the group; null clears it.",
    body: linkBody,
    example: { name: "Manual" },
    answer: link,
    failures: [400, 404, 409, 422],
  },
  {
    method: "delete",
    path: "/api/urls/:id",
    tag: "Links",
    summary: "Delete a link for good, its clicks too",
    description: "Can't be undone. Its code stays taken, for its account to use again.",
    answer: { status: 200, is: "Done" },
    failures: [400, 404],
  },
  {
    method: "patch",
    path: "/api/urls/:id/toggle-status",
    tag: "Links",
    summary: "Switch a link on or off",
    description: "Turns it into what it isn't now.",
    answer: link,
    failures: [400, 404],
  },
  {
    method: "get",
    path: "/api/urls/:id/stats",
    tag: "Links",
    summary: "Figures of a link",
    description: "Days are those of `tz`; the filters are exact values.",
    query: statsQuery,
    answer: { status: 200, is: "LinkStatsAnswer" },
    failures: [404, 422],
  },
  {
    method: "get",
    path: "/api/urls/:id/click-logs",
    tag: "Links",
    summary: "Clicks of a link, newest first",
    description: "Holds people and bots; the figures beside it count people, unless `bots` is true.",
    query: logQuery,
    answer: { status: 200, is: "ClickLogAnswer" },
    failures: [404, 422],
  },
  {
    method: "get",
    path: "/api/urls/:id/history",
    tag: "Links",
    summary: "Who changed what, when",
    description: "All edits of the link since it was made; `version` is what a revert names.",
    answer: { status: 200, is: "HistoryAnswer" },
    failures: [404],
  },
  {
    method: "post",
    path: "/api/urls/:id/revert",
    tag: "Links",
    summary: "Undo one edit",
    description: "Sets the fields of that edit back; later edits of other fields stay. A revert is an edit itself.",
    body: revertBody,
    example: { version: 2 },
    answer: link,
    failures: [400, 404, 409, 422],
  },
];

const groupOperations: readonly Operation[] = [
  {
    method: "post",
    path: "/api/groups",
    tag: "Groups",
    summary: "Make a group",
    description: "Names may repeat.",
    body: groupBody,
    example: { name: "Press" },
    answer: { status: 201, is: "GroupAnswer" },
    failures: [400, 422],
  },
  {
    method: "get",
    path: "/api/groups",
    tag: "Groups",
    summary: "List groups, newest first",
    description: "`search` is part of the name, in any case.",
    query: groupListQuery,
    answer: { status: 200, is: "GroupsAnswer" },
    failures: [422],
  },
  {
    method: "get",
    path: "/api/groups/:id",
    tag: "Groups",
    summary: "One group",
    description: "With the number of its links, their clicks and its three newest links.",
    answer: group,
    failures: [404],
  },
  {
    method: "put",
    path: "/api/groups/:id",
    tag: "Groups",
    summary: "Rename a group",
    description: "Its links stay in it.",
    body: groupBody,
    example: { name: "News" },
    answer: group,
    failures: [400, 404, 422],
  },
  {
    method: "delete",
    path: "/api/groups/:id",
    tag: "Groups",
    summary: "Delete a group; its links stay, in no group",
    description: "Can't be undone.",
    answer: { status: 200, is: "Done" },
    failures: [400, 404],
  },
  {
    method: "get",
    path: "/api/groups/:id/stats",
    tag: "Groups",
    summary: "Figures of a group and its links",
    description: "For a range of days in `tz`; the links are paged.",
    query: groupStatsQuery,
    answer: { status: 200, is: "GroupStatsAnswer" },
    failures: [404, 422],
  },
];

const dashboardOperations: readonly Operation[] = [
  {
    method: "get",
    path: "/api/dashboard",
    tag: "Dashboard",
    summary: "Overview of the account",
    description: "Figures with their growth, the newest and the most clicked links, and the newest groups.",
    query: dashboardQuery,
    answer: { status: 200, is: "DashboardAnswer" },
    failures: [422],
  },
  {
    method: "get",
    path: "/api/dashboard/analytics",
    tag: "Dashboard",
    summary: "Clicks and links by day, links by group",
    description: "For the last `period`; days without any are zeros.",
    query: analyticsQuery,
    answer: { status: 200, is: "DashboardAnalyticsAnswer" },
    failures: [422],
  },
];

/** Every call of the REST API. A test holds this list against the routes that are served. */
export const operations: readonly Operation[] = [
  ...accountOperations,
  ...linkOperations,
  ...groupOperations,
  ...dashboardOperations,
];
