import { z } from "zod";
import { graphql } from "../testApi.ts";
import type { GraphqlRow } from "./graphqlRow.ts";
import { ownOf, type World } from "./world.ts";

const cursors = z.object({ links: z.object({ pageInfo: z.object({ endCursor: z.string() }) }) });

/** Where the owner's link stands in the owner's list. */
async function cursorOfOwner({ api, owner }: World): Promise<string> {
  const { body } = await graphql(api, "{ links { pageInfo { endCursor } } }", {}, owner.user);
  return cursors.parse(body["data"]).links.pageInfo.endCursor;
}

/** Each query, and the arguments by which somebody could ask for what is another's. */
export const queries: readonly GraphqlRow[] = [
  { call: "Query.clickExports", request: () => ({}), stranger: "ok", shows: ({ clickExport }) => clickExport.id },
  { call: "Query.exportedFiles", request: ({ owner }) => ({ id: owner.clickExport.id }) },
  { call: "Query.reports", request: () => ({}), stranger: "ok", shows: ({ report }) => report.id },
  { call: "Query.alarms", request: () => ({}), stranger: "ok", shows: ({ alarm }) => alarm.id },
  { call: "Query.alarmHistory", request: () => ({}), stranger: "ok", shows: ({ alarm }) => alarm.firingId },
  {
    call: "Query.alarmHistory",
    how: "of the owner's alarm",
    request: ({ owner }) => ({ alarmId: owner.alarm.id }),
    stranger: "ok",
    emptyForStranger: true,
    shows: ({ alarm }) => alarm.firingId,
  },
  { call: "Query.me", request: () => ({}), stranger: "ok", shows: ({ user }) => user.email },
  { call: "Query.savedQueries", request: () => ({}), stranger: "ok", shows: ({ query }) => query.id },
  { call: "Query.link", request: ({ owner }) => ({ id: owner.link.id }), shows: ({ group }) => group.id },
  { call: "Query.links", request: () => ({ first: 2 }), stranger: "ok", shows: ({ group }) => group.id },
  {
    call: "Query.links",
    how: "of the owner's group",
    request: ({ owner }) => ({ first: 2, filter: { groupId: owner.group.id } }),
    stranger: "ok",
    emptyForStranger: true,
    shows: ({ link }) => link.id,
  },
  {
    call: "Query.links",
    how: "that are called as the owner's",
    request: ({ owner }) => ({ first: 2, filter: { search: owner.mark } }),
    stranger: "ok",
    emptyForStranger: true,
    shows: ({ link }) => link.id,
  },
  {
    call: "Query.links",
    how: "behind the owner's",
    request: async (world, who) => ({
      first: 2,
      after: who === "the owner" ? undefined : await cursorOfOwner(world),
      sort: { field: "created", direction: "desc" },
    }),
    stranger: "ok",
  },
  {
    call: "Query.links",
    how: "by clicks",
    request: () => ({ first: 2, sort: { field: "clicks", direction: "desc" } }),
    stranger: "ok",
    shows: ({ link }) => link.id,
  },
  {
    call: "Query.tryLink",
    request: ({ owner }) => ({ linkId: owner.link.id, visitor: {} }),
    shows: ({ mark }) => mark,
  },
  {
    call: "Query.linkAt",
    request: ({ owner }) => ({ id: owner.link.id, at: new Date() }),
    shows: ({ mark }) => mark,
  },
  { call: "Query.linkEditEffects", request: ({ owner }) => ({ linkId: owner.link.id }) },
  { call: "Query.linkDecisions", request: ({ owner }) => ({ linkId: owner.link.id }) },
  {
    call: "Query.replayLink",
    request: ({ owner }) => ({ linkId: owner.link.id }),
  },
  {
    call: "Query.linkStats",
    request: ({ owner }) => ({ linkId: owner.link.id }),
    shows: ({ mark }) => `${mark}.example`,
  },
  {
    call: "Query.clickLog",
    request: ({ owner }) => ({ linkId: owner.link.id, first: 3 }),
    shows: ({ mark }) => `${mark}.example`,
  },
  {
    call: "Query.clickLog",
    how: "of one's own, narrowed to the owner's referrer",
    request: (world, who) => ({
      linkId: ownOf(world, who).link.id,
      first: 3,
      filter: { referrer: `${world.owner.mark}.example` },
    }),
    stranger: "ok",
    emptyForStranger: true,
    shows: ({ mark }) => `${mark}.example`,
  },
  { call: "Query.domains", request: () => ({}), stranger: "ok", shows: ({ domain }) => domain.id },
  { call: "Query.domain", request: ({ owner }) => ({ id: owner.domain.id }), shows: ({ domain }) => domain.name },
  {
    call: "Query.links",
    how: "of the owner's domain",
    request: ({ owner }) => ({ first: 2, filter: { domain: owner.domain.name } }),
    stranger: "ok",
    emptyForStranger: true,
  },
  {
    call: "Query.links",
    how: "with the owner's tag",
    request: ({ owner }) => ({ first: 2, filter: { tags: [owner.tag.name] } }),
    stranger: "ok",
    emptyForStranger: true,
    shows: ({ tag }) => tag.id,
  },
  { call: "Query.tags", request: () => ({}), stranger: "ok", shows: ({ tag }) => tag.id },
  {
    call: "Query.tags",
    how: "that are called as the owner's",
    request: ({ owner }) => ({ search: owner.mark }),
    stranger: "ok",
    emptyForStranger: true,
    shows: ({ tag }) => tag.id,
  },
  {
    call: "Query.group",
    request: ({ owner }) => ({ id: owner.group.id }),
    shows: ({ link }) => link.id,
    without: ["Link.history"],
  },
  {
    call: "Query.groups",
    request: () => ({}),
    stranger: "ok",
    shows: ({ link }) => link.id,
    without: [
      "Link.history",
      "Link.preview",
      "Link.rules",
      "Link.split",
      "Link.listing",
      "Link.domain",
      "Link.tags",
      "Link.note",
    ],
  },
  {
    call: "Query.groups",
    how: "that are called as the owner's",
    request: ({ owner }) => ({ search: owner.mark }),
    stranger: "ok",
    emptyForStranger: true,
    shows: ({ group }) => group.id,
    without: [
      "Link.history",
      "Link.preview",
      "Link.rules",
      "Link.split",
      "Link.listing",
      "Link.domain",
      "Link.tags",
      "Link.note",
    ],
  },
  {
    call: "Query.groupStats",
    request: ({ owner }) => ({ id: owner.group.id }),
    shows: ({ link }) => link.id,
    without: ["Link.history"],
  },
  {
    call: "Query.dashboard",
    request: () => ({}),
    stranger: "ok",
    shows: ({ link }) => link.id,
    without: ["Link.history"],
  },
  { call: "Query.dashboardAnalytics", request: () => ({}), stranger: "ok", shows: ({ group }) => group.name },
  {
    call: "Query.analytics",
    request: () => ({}),
    stranger: "ok",
    shows: ({ mark }) => `${mark}.example`,
    without: ["Link.history"],
  },
  {
    call: "Query.analytics",
    how: "of the owner's link and group",
    request: ({ owner }) => ({
      filters: [
        { field: "link", op: "is", values: [owner.link.id] },
        { field: "link", op: "isNot", values: [owner.group.id] },
      ],
    }),
    stranger: "ok",
    emptyForStranger: true,
    without: ["Link.history"],
  },
  { call: "Query.notes", request: () => ({}), stranger: "ok", shows: ({ note }) => note.text },
  { call: "Query.editMarks", request: ({ owner }) => ({ linkIds: [owner.link.id] }), shows: ({ link }) => link.name },
  { call: "Query.shares", request: () => ({}), stranger: "ok", shows: ({ share }) => share.name },
  {
    call: "Query.orphanVisits",
    request: () => ({}),
    stranger: "ok",
    shows: ({ mark }) => `lost-${mark}`,
    without: ["Link.history", "Link.tags", "Link.note"],
  },
  {
    call: "Query.botRules",
    request: () => ({}),
    stranger: "ok",
    shows: ({ mark }) => `monitor-${mark}`,
  },
  { call: "Query.clickRetention", request: () => ({}), stranger: "ok" },
  { call: "Query.clickRetentionPreview", request: () => ({ days: 365 }), stranger: "ok" },
  {
    call: "Query.tryBotRules",
    request: () => ({ verdicts: [{ field: "agent", value: "bot-", verdict: "person" }] }),
    stranger: "ok",
    shows: ({ link }) => link.id,
    without: ["Link.history"],
  },
  {
    call: "Query.judgedClicks",
    request: () => ({}),
    stranger: "ok",
    shows: ({ mark }) => `bot-${mark}`,
    without: ["Link.history"],
  },
  {
    call: "Query.ledger",
    request: ({ owner }) => ({ linkId: owner.link.id }),
    without: ["Link.history"],
  },
  { call: "Query.sqlAccess", request: () => ({}), stranger: "ok", shows: ({ user }) => `account_${user.id}` },
];
