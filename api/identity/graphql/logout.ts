import { Ctx, Mutation, Resolver } from "type-graphql";
import { type GraphqlContext, requireActor } from "../../graphql/context.ts";
import { logOut } from "../commands.ts";

@Resolver()
export class LogoutMutation {
  @Mutation(() => Boolean)
  async logout(@Ctx() context: GraphqlContext): Promise<boolean> {
    await logOut(context.services, requireActor(context));
    return true;
  }
}
