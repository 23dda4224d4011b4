import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import { type GraphqlContext, requireActor } from "../../graphql/context.ts";
import { changePassword } from "../passwordCommands.ts";

@Resolver()
export class ChangePasswordMutation {
  @Mutation(() => Boolean, { description: "Ends all other sessions" })
  async changePassword(
    @Ctx() context: GraphqlContext,
    @Arg("currentPassword", () => String) currentPassword: string,
    @Arg("newPassword", () => String) newPassword: string,
    @Arg("revokeSqlAccess", () => Boolean, { nullable: true, description: "Whether SQL access ends too" })
    revokeSqlAccess: boolean | null = null,
  ): Promise<boolean> {
    const input = { currentPassword, newPassword, revokeSqlAccess: revokeSqlAccess ?? false };
    await changePassword(context.services, requireActor(context), input);
    return true;
  }
}
