import { GraphQLUUID } from "graphql-scalars";
import { Arg, Ctx, Query, Resolver } from "type-graphql";
import { type GraphqlContext, requireActor } from "../../graphql/context.ts";
import { getGroup } from "../queries.ts";
import { GroupType } from "./groupType.ts";

@Resolver()
export class GroupQuery {
  @Query(() => GroupType)
  async group(@Ctx() context: GraphqlContext, @Arg("id", () => GraphQLUUID) id: string): Promise<GroupType> {
    return getGroup(context.services, requireActor(context).userId, id);
  }
}
