import { Ctx, Mutation, Resolver } from "type-graphql";
import { type GraphqlContext, requireActor } from "../../graphql/context.ts";
import { logOutEverywhere } from "../commands.ts";

@Resolver()
export class LogoutAllMutation {
  @Mutation(() => Boolean, {
    description: "Ends every session of the account, this one too, and a change of the address that waits",
  })
  async logoutAll(@Ctx() context: GraphqlContext): Promise<boolean> {
    await logOutEverywhere(context.services, requireActor(context));
    return true;
  }
}
