import { validationError } from "@hoplog/schema/errors.js";
import { z } from "zod";
import type { LinkTotals } from "../../clicks/counts/linkTotals.ts";
import { authorizeOwn, isAllowed } from "../../kernel/access/authorize.ts";
import { answer, count, countOrUnknown, instant, message, recordId } from "../../kernel/contract/answerPieces.ts";
import { etagOf } from "../../kernel/calls/etag.ts";
import { pageAnswer } from "../../kernel/contract/pages.ts";
import { type Answered, one, type Page, page } from "../../kernel/contract/answers.ts";
import { entity, loadedOnce, part } from "../../kernel/contract/entity.ts";
import { fieldsOf } from "../../kernel/contract/fields.ts";
import { graphqlTypes } from "../../kernel/contract/graphqlTypes.ts";
import { link, linkSummary, linkValue } from "../core/entities.ts";
import type { LinkRow } from "../core/linkRow.ts";
import { newestOfGroups } from "../core/queries.ts";
import type { BotCounting, LinkShowing, ShownLink } from "../core/surroundings.ts";
import { clicksPerGroupIfAvailable } from "./clicks.ts";
import type { GroupRow } from "./projection.ts";
import { groupsById, linksPerGroup } from "./queries.ts";
import type { GroupStats } from "./stats.ts";
import type { Clock, Ids, Logs, ShortUrl } from "../../kernel/calls/capabilities.ts";
import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import type { Totals } from "../../clicks/counts/cachedTotals.ts";
import type { Database } from "../../kernel/database/orm.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import type { OrganisedLinks } from "../core/organisedLinks.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";

/** The dependencies of groups. */
export type GroupServices = Database &
  Reads &
  Events &
  Clock &
  Ids &
  Logs &
  ShortUrl &
  ClickHouse &
  Totals &
  OrganisedLinks &
  LimitsOf<"creation">;

/** Maximum number of newest links returned per group, because a response may contain a hundred groups. */
const recentMax = 10;
const recentInRest = 3;

const idsOf = (groups: readonly { readonly id: string }[]) => groups.map(({ id }) => id);

const urlCount = loadedOnce(async (services: GroupServices, member, groups: readonly GroupRow[]) => {
  const counts = await linksPerGroup(services, member, idsOf(groups));
  return groups.map(({ id }) => counts.get(id) ?? 0);
});

/** Loads the clicks of each group's links; null while ClickHouse is unavailable. */
const totals = loadedOnce(async (services: GroupServices, member, groups: readonly GroupRow[]) => {
  const found = await clicksPerGroupIfAvailable(services, member, idsOf(groups));
  return groups.map(({ id }): LinkTotals | null => found && (found.get(id) ?? { people: 0, all: 0 }));
});

const newest = loadedOnce(async (services: GroupServices, member, groups: readonly GroupRow[]) => {
  const links = await newestOfGroups(services, member, idsOf(groups), recentMax);
  return groups.map(({ id }): readonly LinkRow[] => links.get(id) ?? []);
});

/** A group in REST and GraphQL. */
export const group = entity<GroupRow, GroupServices & BotCounting>()({
  name: "Group",
  description: "A named group of links",
  fields: {
    id: recordId.describe("ID of the group"),
    etag: z.string().describe("Version of the group for ifMatch or If-Match"),
    name: z.string().describe("Name of the group; not unique"),
    createdAt: instant.describe("Creation time"),
    urlCount: count.describe("Number of links in the group"),
    totalClicks: countOrUnknown.describe(
      "Number of clicks on the group's links; null while the analytics database is unavailable, or without the scope `stats:read`",
    ),
    recentUrls: z
      .array(linkSummary.answer)
      .describe("The three newest links of the group; empty without the scope `links:read`"),
  },
  computed: {
    etag: ({ revision }) => etagOf(revision),
    urlCount: urlCount.field((links) => links),
    // An API key that has just created the group may lack the scopes for the following fields.
    totalClicks: {
      async forAll(services, member, groups) {
        if (!isAllowed(member, "stats:read")) return groups.map(() => null);
        const found = await clicksPerGroupIfAvailable(services, member, idsOf(groups));
        return groups.map(({ id }) => found && (found.get(id)?.[services.countBots ? "all" : "people"] ?? 0));
      },
    },
    recentUrls: {
      async forAll(services, member, groups) {
        if (!isAllowed(member, "links:read")) return groups.map(() => []);
        const links = await newestOfGroups(services, member, idsOf(groups), recentInRest);
        const rows = [...links.values()].flat();
        const summaries = await linkSummary.toRest(services, member, rows);
        return groups.map(({ id }) => summaries.filter((_summary, i) => rows[i]?.groupId === id));
      },
    },
  },
  only: { totalClicks: "rest", recentUrls: "rest" },
});

const ofGroup = fieldsOf<GroupRow, GroupServices>();

/** The fields of a group that take arguments. */
export const groupFields = ofGroup.addedTo(group.type, [
  ofGroup.field({
    name: "clicks",
    description:
      "Number of clicks on links of the group since their creation; null while the analytics database is unavailable",
    takes: { bots: z.boolean().default(false) },
    answer: countOrUnknown,
    async run(row, _services, { bots }, _actor, context) {
      const total = await totals.ofOne(context, row);
      return total && (bots ? total.all : total.people);
    },
  }),
  ofGroup.field({
    name: "recentLinks",
    description: `The newest links of the group, at most ${recentMax}`,
    takes: { first: z.int().default(recentInRest) },
    answer: z.array(linkValue),
    async run(row, _services, { first }, _actor, context) {
      if (first < 1 || first > recentMax) {
        throw validationError([{ field: "first", message: `Must be between 1 and ${recentMax}` }]);
      }
      return (await newest.ofOne(context, row)).slice(0, first);
    },
  }),
]);

const groupOf = loadedOnce(async (services: GroupServices, member, links: readonly LinkRow[]) => {
  const ids = [...new Set(links.flatMap(({ groupId }) => groupId ?? []))];
  const groups = new Map((await groupsById(services, member, ids)).map((one) => [one.id, one]));
  return links.map(({ groupId }) => (groupId === null ? null : (groups.get(groupId) ?? null)));
});

const groupValue = z.custom<GroupRow>().register(graphqlTypes, { type: group.type });

/** A list of groups, in GraphQL. */
export const graphqlGroups = z.array(groupValue);

const ofLink = fieldsOf<LinkRow, GroupServices>();

/** The field of a link with its group. */
export const groupOfLink = ofLink.addedTo(link.type, [
  ofLink.field({
    name: "group",
    description: "Group of the link; null if it is in none",
    answer: groupValue.nullable(),
    run: (row, _services, _given, _actor, context) => (row.groupId === null ? null : groupOf.ofOne(context, row)),
  }),
]);

/** The response with one group, under both `data` and `group`. */
export const oneGroup = one(group, { message: message.optional(), also: "group" });

/** The response with a created or changed group. */
export const changedGroup = one(group, {
  name: "ChangedGroupAnswer",
  message: message.optional(),
  also: "group",
  alsoDeprecatedSince: "2026-11-30",
});

const figures = {
  totalUrls: count.describe("Number of links in the group"),
  totalClicks: count.describe("Number of clicks on links of the group in the time range"),
  averageClicks: z.number().describe("Average number of clicks per link, rounded to 2 decimals"),
};

/** The statistics of a group. */
export const graphqlStats = part("GroupStats", "Click statistics of a group", figures);

const ofStats = fieldsOf<GroupStats, GroupServices>();

/** The links in a group's statistics, which require another scope. */
export const linksOfStats = ofStats.addedTo(graphqlStats, [
  ofStats.field({
    name: "urls",
    description: "Links of the group, newest first, at most 100; the query links(filter:) lists all",
    answer: z.array(linkValue),
    run({ links }, _services, _given, actor) {
      authorizeOwn(actor, "links:read");
      return links;
    },
  }),
]);

const linksPage = page(link);

/** The statistics of a group with a page of its links. */
export const statsPage: Answered<GroupServices, Page<ShownLink, LinkShowing> & { readonly stats: GroupStats }> = {
  name: "GroupStatsAnswer",
  schema: answer({
    data: z.object({ ...figures, urls: z.array(link.answer).describe("Links of the group, newest first") }),
    pagination: pageAnswer,
  }),
  resolvers: [],
  async toBody(services, member, { stats: { links: _links, ...totalled }, ...listed }) {
    const { data: urls, pagination } = await linksPage.toBody(services, member, listed);
    return { data: { ...totalled, urls }, pagination };
  },
};
