import { z } from "zod";
import { isAllowed, type Member } from "../../kernel/access/authorize.ts";
import { answer, count, countOrUnknown, etag, instant, message, recordId } from "../../kernel/calls/answers.ts";
import { etagOf } from "../../kernel/calls/etag.ts";
import { pageAnswer } from "../../kernel/calls/pages.ts";
import type { Answered } from "../../kernel/contract/answers.ts";
import { link, linkSummary } from "../core/answers.ts";
import { linkBodies, linkSummaries } from "../core/linkBody.ts";
import type { LinkRow } from "../core/linkRow.ts";
import { newestOfGroups } from "../core/queries.ts";
import { clicksPerGroupIfAvailable } from "./clicks.ts";
import { GroupType } from "./graphqlTypes.ts";
import type { GroupRow } from "./projection.ts";
import { linksPerGroup } from "./queries.ts";
import type { GroupServices } from "./services.ts";
import type { GroupStats } from "./stats.ts";

const recentUrlsMax = 3;

const group = z
  .object({
    _id: recordId.describe("ID of the group"),
    name: z.string().describe("Name of the group; not unique"),
    createdAt: instant.describe("Creation time"),
    urlCount: count.describe("Number of links"),
    totalClicks: countOrUnknown,
    recentUrls: z.array(linkSummary).describe("The three newest links"),
    etag,
  })
  .meta({ title: "Group" });

/** The answer with one group, also as `group`. */
export const oneGroup: Answered<GroupServices, GroupRow> = {
  name: "GroupAnswer",
  schema: answer({ message: message.optional(), group, data: group }),
  graphql: { returns: () => GroupType, options: { nullable: false } },
  resolvers: [],
  async toBody(services, member, row) {
    const [data] = await groupBodies(services, member, [row], false);
    return { group: data, data };
  },
};

type Pagination = z.output<typeof pageAnswer>;

/** A page of groups. */
export const groupsPage: Answered<
  GroupServices,
  { readonly rows: readonly GroupRow[]; readonly bots: boolean; readonly pagination: Pagination }
> = {
  name: "GroupsAnswer",
  schema: answer({ data: z.array(group), pagination: pageAnswer }),
  resolvers: [],
  toBody: async (services, member, { rows, bots, pagination }) => ({
    data: await groupBodies(services, member, rows, bots),
    pagination,
  }),
};

/** The figures of a group with a page of its links. */
export const statsPage: Answered<
  GroupServices,
  { readonly stats: GroupStats; readonly bots: boolean; readonly pagination: Pagination }
> = {
  name: "GroupStatsAnswer",
  schema: answer({
    data: z.object({
      totalUrls: count.describe("Number of links"),
      totalClicks: count.describe("Clicks on these links in the range"),
      averageClicks: z.number().describe("Clicks per link, rounded to 2 decimals"),
      urls: z.array(link).describe("Links, newest first"),
    }),
    pagination: pageAnswer,
  }),
  resolvers: [],
  async toBody(services, member, { stats: { links, ...figures }, bots, pagination }) {
    return { data: { ...figures, urls: await linkBodies(services, member, links, bots) }, pagination };
  },
};

/**
 * Groups as REST shows them. `totalClicks` is null while ClickHouse can't be asked. What an API key lacks the scope for is left
 * out: a group that was made is to be answered, not refused behind its making.
 */
async function groupBodies(services: GroupServices, actor: Member, groups: readonly GroupRow[], bots: boolean) {
  const ids = groups.map(({ id }) => id);
  const readsLinks = isAllowed(actor, "links:read");
  const [counts, clicks, newest] = await Promise.all([
    linksPerGroup(services, actor, ids),
    isAllowed(actor, "stats:read") ? clicksPerGroupIfAvailable(services, actor, ids) : null,
    readsLinks ? newestOfGroups(services, actor, ids, recentUrlsMax) : new Map<string, LinkRow[]>(),
  ]);
  const shown = [...newest.values()].flat();
  const summaries = readsLinks ? await linkSummaries(services, actor, shown, bots) : [];
  const summaryOf = new Map(summaries.map((summary) => [summary._id, summary]));
  return groups.map(({ id, name, createdAt, revision }) => {
    const total = clicks && (clicks.get(id) ?? { people: 0, all: 0 });
    return {
      _id: id,
      name,
      createdAt: createdAt.toISOString(),
      etag: etagOf(revision),
      urlCount: counts.get(id) ?? 0,
      totalClicks: total && (bots ? total.all : total.people),
      recentUrls: (newest.get(id) ?? []).flatMap((link) => summaryOf.get(link.id) ?? []),
    };
  });
}
