import { GraphQLUUID } from "graphql-scalars";
import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import { type GraphqlContext, requireActor } from "../../graphql/context.ts";
import { deleteLinks } from "../commands.ts";

@Resolver()
export class BulkDeleteLinksMutation {
  @Mutation(() => [GraphQLUUID], { description: "At most 100, all or none; gives the ids of what is gone" })
  async bulkDeleteLinks(
    @Ctx() context: GraphqlContext,
    @Arg("ids", () => [GraphQLUUID]) ids: string[],
  ): Promise<string[]> {
    await deleteLinks(context.services, requireActor(context), ids);
    return ids;
  }
}
