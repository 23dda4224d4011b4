import { Ctx, Query, Resolver } from "type-graphql";
import { type GraphqlContext, requireActor } from "../../graphql/context.ts";
import { listGroups } from "../queries.ts";
import { GroupType } from "./groupType.ts";

@Resolver()
export class GroupsQuery {
  @Query(() => [GroupType], { description: "Newest first" })
  async groups(@Ctx() context: GraphqlContext): Promise<GroupType[]> {
    return listGroups(context.services, requireActor(context).userId);
  }
}
