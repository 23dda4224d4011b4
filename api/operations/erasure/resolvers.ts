import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import { type GraphqlContext, requireActor } from "../../kernel/calls/graphqlContext.ts";
import { Weighs } from "../../kernel/calls/weight.ts";
import { deleteAccount } from "./deleteAccount.ts";
import type { ErasureServices } from "./services.ts";

@Resolver()
export class ErasureResolvers {
  @Weighs({ cost: 500 })
  @Mutation(() => Boolean, { description: "Erases the account with its links, groups and clicks, for good" })
  async deleteAccount(
    @Ctx() context: GraphqlContext<ErasureServices>,
    @Arg("password", () => String) password: string,
  ): Promise<boolean> {
    await deleteAccount(context.services, requireActor(context), password);
    return true;
  }
}
