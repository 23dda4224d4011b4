import { GraphQLUUID } from "graphql-scalars";
import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import { type GraphqlContext, requireActor } from "../../graphql/context.ts";
import { deleteGroup } from "../commands.ts";

@Resolver()
export class DeleteGroupMutation {
  @Mutation(() => GraphQLUUID, { description: "Its links stay, in no group" })
  async deleteGroup(@Ctx() context: GraphqlContext, @Arg("id", () => GraphQLUUID) id: string): Promise<string> {
    await deleteGroup(context.services, requireActor(context), id);
    return id;
  }
}
