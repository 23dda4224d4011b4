import { Ctx, FieldResolver, Int, Resolver, Root } from "type-graphql";
import type { GraphqlContext } from "../../graphql/context.ts";
import { GroupType } from "./groupType.ts";

@Resolver(() => GroupType)
export class GroupFields {
  @FieldResolver(() => Int)
  async urlCount(@Root() group: GroupType, @Ctx() { loaders }: GraphqlContext): Promise<number> {
    return loaders.urlCount.load(group.id);
  }
}
