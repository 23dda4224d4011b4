import { limits } from "@hoplog/schema/limits.js";
import { Arg, Ctx, FieldResolver, Int, Query, Resolver, Root } from "type-graphql";
import { type GraphqlContext, requireActor } from "../../graphql/context.ts";
import { requirePageSize } from "../../graphql/cursor.ts";
import { fromLinkCursor, toLinkCursor } from "../cursor.ts";
import { countLinks, listLinks } from "../queries.ts";
import { newestFirst } from "../sort.ts";
import { LinkFilterInput, LinkSortInput } from "./inputs.ts";
import { LinkConnectionType, toLinkType } from "./linkType.ts";

@Resolver(() => LinkConnectionType)
export class LinksQuery {
  @Query(() => LinkConnectionType, { description: "Newest first unless told otherwise" })
  async links(
    @Ctx() context: GraphqlContext,
    @Arg("first", () => Int, { defaultValue: limits.listDefault }) first: number,
    @Arg("after", () => String, { nullable: true }) after: string | null,
    @Arg("filter", () => LinkFilterInput, { nullable: true }) filter: LinkFilterInput | null,
    @Arg("sort", () => LinkSortInput, { nullable: true }) sortInput: LinkSortInput | null,
  ): Promise<LinkConnectionType> {
    const { userId } = requireActor(context);
    const size = requirePageSize(first);
    const sort = sortInput ?? newestFirst;
    const listed = await listLinks(context.services, userId, {
      filter: filter ?? {},
      sort,
      start: after ? { after: fromLinkCursor(after, sort.field) } : { offset: 0 },
      limit: size + 1,
      bots: false,
    });
    const edges = listed
      .slice(0, size)
      .map(({ link, place }) => ({ cursor: toLinkCursor(place), node: toLinkType(link) }));
    return {
      edges,
      pageInfo: { endCursor: edges.at(-1)?.cursor ?? null, hasNextPage: listed.length > size },
      filter: filter ?? {},
    };
  }

  @FieldResolver(() => Int, { description: "Of all pages together" })
  async totalCount(@Root() { filter }: LinkConnectionType, @Ctx() context: GraphqlContext): Promise<number> {
    return countLinks(context.services, requireActor(context).userId, filter);
  }
}
