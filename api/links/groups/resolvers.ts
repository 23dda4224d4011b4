import { validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import DataLoader from "dataloader";
import { GraphQLUUID } from "graphql-scalars";
import { Arg, Ctx, FieldResolver, Int, Query, Resolver, Root } from "type-graphql";
import { authorizeOwn } from "../../kernel/access/authorize.ts";
import { ofEtag } from "../../kernel/calls/conditional.ts";
import { etagOf } from "../../kernel/calls/etag.ts";
import { type GraphqlContext, perOperation, requireActor } from "../../kernel/calls/graphqlContext.ts";
import { Weighs } from "../../kernel/calls/weight.ts";
import type { LinkTotals } from "../../clicks/counts/linkTotals.ts";
import { timeRange } from "../../clicks/counts/range.ts";
import { RangeInput } from "../../clicks/counts/rangeInput.ts";
import { LinkType, toLinkType } from "../core/graphqlTypes.ts";
import type { LinkRow } from "../core/linkRow.ts";
import { newestOfGroups } from "../core/queries.ts";
import { clicksPerGroupIfAvailable } from "./clicks.ts";
import { GroupStatsType, GroupType } from "./graphqlTypes.ts";
import type { GroupRow } from "./projection.ts";
import { getGroup, groupsById, linksPerGroup, listGroups } from "./queries.ts";
import type { GroupServices } from "./services.ts";
import { groupStats } from "./stats.ts";

/** Of each group at most so many links: there may be a hundred groups. */
const maxRecent = 10;

type Context = GraphqlContext<GroupServices>;

const groupOf = perOperation(
  (context: Context) =>
    new DataLoader<string, GroupRow | null>(async (ids) => {
      const groups = new Map(
        (await groupsById(context.services, requireActor(context), ids)).map((group) => [group.id, group]),
      );
      return ids.map((id) => groups.get(id) ?? null);
    }),
);

const urlCountOf = perOperation(
  (context: Context) =>
    new DataLoader<string, number>(async (ids) => {
      const counts = await linksPerGroup(context.services, requireActor(context), ids);
      return ids.map((id) => counts.get(id) ?? 0);
    }),
);

/** Null while ClickHouse can't be reached. */
const totalsOf = perOperation(
  (context: Context) =>
    new DataLoader<string, LinkTotals | null>(async (ids) => {
      const totals = await clicksPerGroupIfAvailable(context.services, requireActor(context), ids);
      return ids.map((id) => totals && (totals.get(id) ?? { people: 0, all: 0 }));
    }),
);

const recentLinksOf = perOperation(
  (context: Context) =>
    new DataLoader<string, readonly LinkRow[]>(async (ids) => {
      const links = await newestOfGroups(context.services, requireActor(context), ids, maxRecent);
      return ids.map((id) => links.get(id) ?? []);
    }),
);

@Resolver()
export class GroupResolvers {
  @Weighs({ length: 100 })
  @Query(() => [GroupType], { description: "List all groups, newest first" })
  async groups(
    @Ctx() context: Context,
    @Arg("search", () => String, { nullable: true, description: "Part of the name, ignoring case and accents" })
    search: string | null,
  ): Promise<GroupType[]> {
    return listGroups(context.services, requireActor(context), search);
  }

  @Weighs({ cost: 50 })
  @Query(() => GroupStatsType, { description: "People, or people and bots" })
  async groupStats(
    @Ctx() context: Context,
    @Arg("id", () => GraphQLUUID) id: string,
    @Arg("range", () => RangeInput, { nullable: true }) range: RangeInput | null,
    @Arg("bots", () => Boolean, { defaultValue: false }) bots: boolean,
  ): Promise<GroupStatsType> {
    const { services } = context;
    const actor = requireActor(context);
    const group = await getGroup(services, actor, id);
    return groupStats(services, actor, group, {
      range: timeRange(range?.from, range?.to),
      bots,
      limit: limits.listMax,
      start: { offset: 0 },
    });
  }
}

@Resolver(() => GroupType)
export class GroupFields {
  @FieldResolver(() => String, ofEtag)
  etag(@Root() { revision }: GroupType): string {
    return etagOf(revision);
  }

  @FieldResolver(() => Int, { description: "Links in the group" })
  async urlCount(@Root() group: GroupType, @Ctx() context: Context): Promise<number> {
    return urlCountOf(context).load(group.id);
  }

  @FieldResolver(() => Int, { nullable: true, description: "Of all time; null while analytics is unavailable" })
  async clicks(
    @Root() group: GroupType,
    @Ctx() context: Context,
    @Arg("bots", () => Boolean, { defaultValue: false }) bots: boolean,
  ): Promise<number | null> {
    const totals = await totalsOf(context).load(group.id);
    return totals && (bots ? totals.all : totals.people);
  }

  @FieldResolver(() => [LinkType], { description: `The newest, at most ${maxRecent}` })
  async recentLinks(
    @Root() group: GroupType,
    @Ctx() context: Context,
    @Arg("first", () => Int, { defaultValue: 3 }) first: number,
  ): Promise<LinkType[]> {
    if (first < 1 || first > maxRecent) {
      throw validationError([{ field: "first", message: `Must be between 1 and ${maxRecent}` }]);
    }
    const links = await recentLinksOf(context).load(group.id);
    return links.slice(0, first).map(toLinkType);
  }
}

@Resolver(() => GroupStatsType)
export class GroupStatsFields {
  @FieldResolver(() => [LinkType], { description: "Newest first, at most 100; links(filter:) pages through all" })
  urls(@Root() { links }: GroupStatsType, @Ctx() context: Context): LinkType[] {
    authorizeOwn(requireActor(context), "links:read");
    return links.map(toLinkType);
  }
}

@Resolver(() => LinkType)
export class GroupOfLink {
  @FieldResolver(() => GroupType, {
    nullable: true,
    description: "The group that the link is in; null where it is in none",
  })
  async group(@Root() link: LinkType, @Ctx() context: Context): Promise<GroupType | null> {
    return link.groupId === null ? null : groupOf(context).load(link.groupId);
  }
}
