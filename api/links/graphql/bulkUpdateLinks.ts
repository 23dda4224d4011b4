import { GraphQLUUID } from "graphql-scalars";
import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import { type GraphqlContext, requireActor } from "../../graphql/context.ts";
import { updateLinks } from "../commands.ts";
import { LinkType, toLinkType } from "./linkType.ts";

@Resolver()
export class BulkUpdateLinksMutation {
  @Mutation(() => [LinkType], { description: "At most 100, all or none; a null group takes them out of theirs" })
  async bulkUpdateLinks(
    @Ctx() context: GraphqlContext,
    @Arg("ids", () => [GraphQLUUID]) ids: string[],
    @Arg("isActive", () => Boolean, { nullable: true }) isActive: boolean | null | undefined,
    @Arg("groupId", () => GraphQLUUID, { nullable: true }) groupId: string | null | undefined,
  ): Promise<LinkType[]> {
    const changes = { isActive: isActive ?? undefined, groupId };
    const links = await updateLinks(context.services, requireActor(context), ids, changes);
    return links.map(toLinkType);
  }
}
