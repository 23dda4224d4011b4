import { Ctx, Mutation, Resolver } from "type-graphql";
import { type GraphqlContext, requireActor } from "../../graphql/context.ts";
import { revokeSqlAccess } from "../commands.ts";
import { SqlAccessType } from "./sqlAccessTypes.ts";

@Resolver()
export class RevokeSqlAccessMutation {
  @Mutation(() => SqlAccessType)
  async revokeSqlAccess(@Ctx() context: GraphqlContext): Promise<SqlAccessType> {
    return revokeSqlAccess(context.services, requireActor(context));
  }
}
