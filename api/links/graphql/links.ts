import { limits } from "@hoplog/schema/limits.js";
import { Arg, Ctx, Int, Query, Resolver } from "type-graphql";
import { type GraphqlContext, requireActor } from "../../graphql/context.ts";
import { fromCursor, requirePageSize, toCursor } from "../../graphql/cursor.ts";
import { countLinks, listLinksAfter } from "../queries.ts";
import { LinkFilterInput } from "./inputs.ts";
import { LinkConnectionType, toLinkType } from "./linkType.ts";

@Resolver()
export class LinksQuery {
  @Query(() => LinkConnectionType, { description: "Newest first" })
  async links(
    @Ctx() context: GraphqlContext,
    @Arg("first", () => Int, { defaultValue: limits.listDefault }) first: number,
    @Arg("after", () => String, { nullable: true }) after: string | null,
    @Arg("filter", () => LinkFilterInput, { nullable: true }) filter: LinkFilterInput | null,
  ): Promise<LinkConnectionType> {
    const { userId } = requireActor(context);
    const size = requirePageSize(first);
    const cursor = after ? fromCursor(after) : null;
    const [rows, totalCount] = await Promise.all([
      listLinksAfter(
        context.services,
        userId,
        filter ?? {},
        cursor && { createdAt: cursor.at, id: cursor.id },
        size + 1,
      ),
      countLinks(context.services, userId, filter ?? {}),
    ]);
    const edges = rows
      .slice(0, size)
      .map((row) => ({ cursor: toCursor(row.createdAt, row.id), node: toLinkType(row) }));
    return {
      edges,
      pageInfo: { endCursor: edges.at(-1)?.cursor ?? null, hasNextPage: rows.length > size },
      totalCount,
    };
  }
}
