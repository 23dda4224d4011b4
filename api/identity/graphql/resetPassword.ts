import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import type { GraphqlContext } from "../../graphql/context.ts";
import { resetPassword } from "../passwordCommands.ts";

@Resolver()
export class ResetPasswordMutation {
  @Mutation(() => Boolean, { description: "With the token of a mailed link; ends all sessions" })
  async resetPassword(
    @Ctx() context: GraphqlContext,
    @Arg("resetToken", () => String) resetToken: string,
    @Arg("newPassword", () => String) newPassword: string,
  ): Promise<boolean> {
    await resetPassword(context.services, { resetToken, newPassword }, context.caller);
    return true;
  }
}
