import { Arg, Ctx, Query, Resolver } from "type-graphql";
import { type GraphqlContext, requireActor } from "../../graphql/context.ts";
import { listGroups } from "../queries.ts";
import { GroupType } from "./groupType.ts";

@Resolver()
export class GroupsQuery {
  @Query(() => [GroupType], { description: "Newest first" })
  async groups(
    @Ctx() context: GraphqlContext,
    @Arg("search", () => String, { nullable: true, description: "Part of the name, in any case" })
    search: string | null,
  ): Promise<GroupType[]> {
    return listGroups(context.services, requireActor(context).userId, search);
  }
}
