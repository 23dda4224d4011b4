import { Arg, Ctx, FieldResolver, Int, Resolver, Root } from "type-graphql";
import { type GraphqlContext, requireActor } from "../../graphql/context.ts";
import { GroupType } from "../../groups/graphql/groupType.ts";
import { linkHistory } from "../history.ts";
import { LinkHistoryEntryType } from "./historyTypes.ts";
import { LinkType } from "./linkType.ts";

@Resolver(() => LinkType)
export class LinkFields {
  @FieldResolver(() => String, { description: "Host and code" })
  fullShortUrl(@Root() link: LinkType, @Ctx() { services }: GraphqlContext): string {
    return `${services.shortUrl}/${link.shortUrl}`;
  }

  @FieldResolver(() => GroupType, { nullable: true })
  async group(@Root() link: LinkType, @Ctx() { loaders }: GraphqlContext): Promise<GroupType | null> {
    return link.groupId === null ? null : loaders.group.load(link.groupId);
  }

  @FieldResolver(() => Int, { nullable: true, description: "Of all time; null while analytics is unavailable" })
  async clicks(
    @Root() link: LinkType,
    @Ctx() { loaders }: GraphqlContext,
    @Arg("bots", () => Boolean, { defaultValue: false }) bots: boolean,
  ): Promise<number | null> {
    const totals = await loaders.totals.load(link.id);
    return totals && (bots ? totals.all : totals.people);
  }

  @FieldResolver(() => [LinkHistoryEntryType], { description: "Oldest first" })
  async history(@Root() link: LinkType, @Ctx() context: GraphqlContext): Promise<readonly LinkHistoryEntryType[]> {
    return linkHistory(context.services, requireActor(context).userId, link.id);
  }
}
