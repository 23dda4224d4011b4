import { validationError } from "@hoplog/schema/errors.js";
import { Arg, Ctx, FieldResolver, Int, Resolver, Root } from "type-graphql";
import type { GraphqlContext } from "../../graphql/context.ts";
import { LinkType, toLinkType } from "../../links/graphql/linkType.ts";
import { GroupType } from "./groupType.ts";

/** Of each group at most so many links: there may be a hundred groups. */
const mostRecent = 10;

@Resolver(() => GroupType)
export class GroupFields {
  @FieldResolver(() => Int)
  async urlCount(@Root() group: GroupType, @Ctx() { loaders }: GraphqlContext): Promise<number> {
    return loaders.urlCount.load(group.id);
  }

  @FieldResolver(() => Int, { nullable: true, description: "Of all time; null while analytics is unavailable" })
  async clicks(
    @Root() group: GroupType,
    @Ctx() { loaders }: GraphqlContext,
    @Arg("bots", () => Boolean, { defaultValue: false }) bots: boolean,
  ): Promise<number | null> {
    const totals = await loaders.groupTotals.load(group.id);
    return totals && (bots ? totals.all : totals.people);
  }

  @FieldResolver(() => [LinkType], { description: `The newest, at most ${mostRecent}` })
  async recentLinks(
    @Root() group: GroupType,
    @Ctx() { loaders }: GraphqlContext,
    @Arg("first", () => Int, { defaultValue: 3 }) first: number,
  ): Promise<LinkType[]> {
    if (first < 1 || first > mostRecent) {
      throw validationError([{ field: "first", message: `Must be between 1 and ${mostRecent}` }]);
    }
    const links = await loaders.recentLinks.load(group.id);
    return links.slice(0, first).map(toLinkType);
  }
}
