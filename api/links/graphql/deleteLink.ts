import { GraphQLUUID } from "graphql-scalars";
import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import { type GraphqlContext, requireActor } from "../../graphql/context.ts";
import { deleteLink } from "../commands.ts";

@Resolver()
export class DeleteLinkMutation {
  @Mutation(() => GraphQLUUID, { description: "For good; gives the id of what is gone" })
  async deleteLink(@Ctx() context: GraphqlContext, @Arg("id", () => GraphQLUUID) id: string): Promise<string> {
    await deleteLink(context.services, requireActor(context), id);
    return id;
  }
}
