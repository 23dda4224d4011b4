import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import { type GraphqlContext, requireActor } from "../../graphql/context.ts";
import { deleteAccount } from "../deleteAccount.ts";

@Resolver()
export class DeleteAccountMutation {
  @Mutation(() => Boolean, { description: "Erases the account with its links, groups and clicks, for good" })
  async deleteAccount(
    @Ctx() context: GraphqlContext,
    @Arg("password", () => String) password: string,
  ): Promise<boolean> {
    await deleteAccount(context.services, requireActor(context), password);
    return true;
  }
}
