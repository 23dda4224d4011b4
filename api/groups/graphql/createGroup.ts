import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import { type GraphqlContext, requireActor } from "../../graphql/context.ts";
import { createGroup } from "../commands.ts";
import { GroupType } from "./groupType.ts";

@Resolver()
export class CreateGroupMutation {
  @Mutation(() => GroupType)
  async createGroup(@Ctx() context: GraphqlContext, @Arg("name", () => String) name: string): Promise<GroupType> {
    return createGroup(context.services, requireActor(context), name);
  }
}
