import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import type { GraphqlContext } from "../../graphql/context.ts";
import { requestPasswordReset } from "../passwordCommands.ts";

@Resolver()
export class ForgotPasswordMutation {
  @Mutation(() => Boolean, { description: "Says the same whether or not the address has an account" })
  async forgotPassword(@Ctx() context: GraphqlContext, @Arg("email", () => String) email: string): Promise<boolean> {
    await requestPasswordReset(context.services, email, context.caller);
    return true;
  }
}
