import { limits } from "@hoplog/schema/limits.js";
import DataLoader from "dataloader";
import { GraphQLDateTime, GraphQLUUID } from "graphql-scalars";
import { Arg, Ctx, FieldResolver, Int, Mutation, Query, Resolver, Root } from "type-graphql";
import { authorizeShown } from "../../kernel/access/authorize.ts";
import { requirePageSize } from "../../kernel/calls/cursor.ts";
import type { Actor } from "../../kernel/calls/actor.ts";
import { ConditionalActor } from "../../kernel/calls/conditional.ts";
import { type GraphqlContext, perOperation, requireActor } from "../../kernel/calls/graphqlContext.ts";
import { Weighs } from "../../kernel/calls/weight.ts";
import type { LinkTotals } from "../../clicks/counts/linkTotals.ts";
import { linkTotalsIfAvailable } from "../../clicks/counts/linkTotalsIfAvailable.ts";
import { createLink, createLinks } from "./create.ts";
import { fromLinkCursor, toLinkCursor } from "./cursor.ts";
import { editLink } from "./edit.ts";
import {
  CreatedLinkType,
  FoundOrCreatedLinkType,
  LinkAtType,
  LinkConnectionType,
  LinkHistoryEntryType,
  LinkType,
  toCreatedLinkType,
  toLinkAtType,
  toLinkType,
  toMadeLinkType,
} from "./graphqlTypes.ts";
import { LinkFilterInput, LinkSortInput, toLinkFilter } from "./graphqlFilter.ts";
import { CreateLinkInput, UpdateLinkInput } from "./graphqlInputs.ts";
import { tag } from "../tags/operations.ts";
import type { Tag } from "../tags/queries.ts";
import { isFavouriteOf, tagsOf } from "./organisedLoaders.ts";
import { domainToUnicode } from "node:url";
import { LinkDomainType } from "./domainTypes.ts";
import { domainsByNumber, isUnreachable, type OwnDomain } from "./domainOfLink.ts";
import { LinkStateType } from "./options/graphqlEnums.ts";
import { type ShownState, stateOf } from "./options/state.ts";
import { linkHistory } from "./history.ts";
import { linkAt } from "./linkAt.ts";
import { linkList } from "./queries.ts";
import type { LinkServices } from "./services.ts";
import { shortUrlOf } from "./shortUrlOf.ts";
import { newestFirst } from "./sort.ts";
import { visitsLeft } from "./visitsLeft.ts";
import type { LinkRow } from "./linkRow.ts";

/** By link id; null while ClickHouse can't be reached. */
const totalsOf = perOperation((context: GraphqlContext<LinkServices>) => {
  const { services } = context;
  const ownerId = authorizeShown(requireActor(context));
  return new DataLoader<string, LinkTotals | null>(async (ids) => {
    const totals = await linkTotalsIfAvailable(services, [ownerId], ids);
    return ids.map((id) => totals && (totals.get(id) ?? { people: 0, all: 0 }));
  });
});

/** By number, removed ones too; undefined for the default domain. */
const domainOf = perOperation((context: GraphqlContext<LinkServices>) => {
  const ownerId = authorizeShown(requireActor(context));
  return new DataLoader<number, OwnDomain | undefined>(async (numbers) => {
    const domains = await domainsByNumber(context.services, ownerId, numbers);
    return numbers.map((number) => domains.get(number));
  });
});

/** By row, not by id: what is left depends on the cap that the row has. */
const visitsLeftOf = perOperation(
  ({ services }: GraphqlContext<LinkServices>) =>
    new DataLoader<LinkRow, number | null>((rows) => visitsLeft(services, rows)),
);

@Resolver()
export class LinkResolvers {
  @Weighs({ cost: 50 })
  @Query(() => LinkAtType, { description: "A link as it was at a moment, and what is different now" })
  async linkAt(
    @Ctx() context: GraphqlContext<LinkServices>,
    @Arg("id", () => GraphQLUUID) id: string,
    @Arg("at", () => GraphQLDateTime) at: Date,
  ): Promise<LinkAtType> {
    return toLinkAtType(await linkAt(context.services, requireActor(context), id, at, "at"));
  }

  @Mutation(() => LinkType, { description: "Makes a link" })
  async createLink(
    @Ctx() context: GraphqlContext<LinkServices>,
    @Arg("input", () => CreateLinkInput) input: CreateLinkInput,
  ): Promise<LinkType> {
    return toLinkType((await createLink(context.services, requireActor(context), input)).link);
  }

  @Mutation(() => FoundOrCreatedLinkType, {
    description: "As createLink with findOrCreate, and says whether the link was made",
  })
  async findOrCreateLink(
    @Ctx() context: GraphqlContext<LinkServices>,
    @Arg("input", () => CreateLinkInput) input: CreateLinkInput,
  ): Promise<FoundOrCreatedLinkType> {
    const asked = { ...input, findOrCreate: true };
    return toMadeLinkType(await createLink(context.services, requireActor(context), asked));
  }

  @Weighs({ length: limits.listMax })
  @Mutation(() => [CreatedLinkType], { description: "At most 100, each by itself; the answers stand in their order" })
  async bulkCreateLinks(
    @Ctx() context: GraphqlContext<LinkServices>,
    @Arg("inputs", () => [CreateLinkInput]) inputs: CreateLinkInput[],
  ): Promise<CreatedLinkType[]> {
    const created = await createLinks(context.services, requireActor(context), inputs, limits.listMax);
    return created.map(toCreatedLinkType);
  }

  @Mutation(() => LinkType, { description: "Changes a link" })
  async updateLink(
    @Ctx() context: GraphqlContext<LinkServices>,
    @ConditionalActor() actor: Actor,
    @Arg("id", () => GraphQLUUID) id: string,
    @Arg("input", () => UpdateLinkInput) input: UpdateLinkInput,
  ): Promise<LinkType> {
    return toLinkType(await editLink(context.services, actor, id, input));
  }
}

@Resolver(() => LinkConnectionType)
export class LinksQuery {
  @Query(() => LinkConnectionType, { description: "Newest first unless told otherwise" })
  async links(
    @Ctx() context: GraphqlContext<LinkServices>,
    @Arg("first", () => Int, { defaultValue: limits.listDefault }) first: number,
    @Arg("after", () => String, { nullable: true }) after: string | null,
    @Arg("filter", () => LinkFilterInput, { nullable: true }) filter: LinkFilterInput | null,
    @Arg("sort", () => LinkSortInput, { nullable: true }) sortInput: LinkSortInput | null,
  ): Promise<LinkConnectionType> {
    const actor = requireActor(context);
    const size = requirePageSize(first);
    const sort = sortInput ?? newestFirst;
    const list = linkList(context.services, actor, filter ? toLinkFilter(filter) : {});
    const listed = await list.page({
      sort,
      start: after ? { after: fromLinkCursor(after, sort.field) } : { offset: 0 },
      limit: size + 1,
      bots: false,
    });
    const edges = listed
      .slice(0, size)
      .map(({ link, position }) => ({ cursor: toLinkCursor(position), node: toLinkType(link) }));
    return {
      edges,
      pageInfo: { endCursor: edges.at(-1)?.cursor ?? null, hasNextPage: listed.length > size },
      list,
    };
  }

  @FieldResolver(() => Int, {
    description:
      "Of all pages together; of more than 4,000 links that hold only what a search seems to mean, 1,000. Takes longer than a page where many links are found",
  })
  async totalCount(@Root() { list }: LinkConnectionType): Promise<number> {
    return list.count();
  }
}

@Resolver(() => LinkType)
export class LinkFields {
  @FieldResolver(() => String, { description: "Host and code" })
  async fullShortUrl(@Root() { row }: LinkType, @Ctx() context: GraphqlContext<LinkServices>): Promise<string> {
    const domain = await domainOf(context).load(row.domain);
    return shortUrlOf(context.services, row, new Map(domain ? [[row.domain, domain]] : []));
  }

  @FieldResolver(() => LinkDomainType, {
    nullable: true,
    description: "The domain of one's own that the link is in; null for the default one",
  })
  async domain(
    @Root() { row }: LinkType,
    @Ctx() context: GraphqlContext<LinkServices>,
  ): Promise<LinkDomainType | null> {
    const domain = await domainOf(context).load(row.domain);
    return domain ? { name: domain.name, displayName: domainToUnicode(domain.name), state: domain.state } : null;
  }

  @FieldResolver(() => LinkStateType, { description: "What it does for visitors just now" })
  async state(@Root() { row }: LinkType, @Ctx() context: GraphqlContext<LinkServices>): Promise<ShownState> {
    const [domain, left] = await Promise.all([domainOf(context).load(row.domain), visitsLeftOf(context).load(row)]);
    return stateOf(row, context.services.now(), { isUnreachable: isUnreachable(domain), visitsLeft: left });
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description: "How many more people are redirected; null where that is not limited",
  })
  async visitsLeft(@Root() { row }: LinkType, @Ctx() context: GraphqlContext<LinkServices>): Promise<number | null> {
    return visitsLeftOf(context).load(row);
  }

  @FieldResolver(() => Int, { nullable: true, description: "Of all time; null while analytics is unavailable" })
  async clicks(
    @Root() link: LinkType,
    @Ctx() context: GraphqlContext<LinkServices>,
    @Arg("bots", () => Boolean, { defaultValue: false }) bots: boolean,
  ): Promise<number | null> {
    const totals = await totalsOf(context).load(link.id);
    return totals && (bots ? totals.all : totals.people);
  }

  @Weighs({ length: 3 })
  @FieldResolver(() => [tag.type], { description: "By name" })
  async tags(@Root() link: LinkType, @Ctx() context: GraphqlContext<LinkServices>): Promise<readonly Tag[]> {
    return tagsOf(context).load(link.id);
  }

  @FieldResolver(() => Boolean, { description: "Of the person who asks" })
  async isFavourite(@Root() link: LinkType, @Ctx() context: GraphqlContext<LinkServices>): Promise<boolean> {
    return isFavouriteOf(context).load(link.id);
  }

  @Weighs({ cost: 50, length: 50 })
  @FieldResolver(() => [LinkHistoryEntryType], { description: "Oldest first" })
  async history(
    @Root() link: LinkType,
    @Ctx() context: GraphqlContext<LinkServices>,
  ): Promise<readonly LinkHistoryEntryType[]> {
    return linkHistory(context.services, requireActor(context), link.id);
  }
}
