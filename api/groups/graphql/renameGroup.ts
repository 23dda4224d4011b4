import { GraphQLUUID } from "graphql-scalars";
import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import { type GraphqlContext, requireActor } from "../../graphql/context.ts";
import { renameGroup } from "../commands.ts";
import { GroupType } from "./groupType.ts";

@Resolver()
export class RenameGroupMutation {
  @Mutation(() => GroupType)
  async renameGroup(
    @Ctx() context: GraphqlContext,
    @Arg("id", () => GraphQLUUID) id: string,
    @Arg("name", () => String) name: string,
  ): Promise<GroupType> {
    return renameGroup(context.services, requireActor(context), id, name);
  }
}
