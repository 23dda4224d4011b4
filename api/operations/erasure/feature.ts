import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import type { RunningFeature } from "../../kernel/calls/feature.ts";
import type { NotifyWorker } from "../../links/core/eraseLinks.ts";
import { type ErasureServices, deleteAccount } from "./deleteAccount.ts";
import { type ErasureSettings, startErasures } from "./worker.ts";
import { type GraphqlContext, requireActor } from "../../kernel/calls/graphqlContext.ts";
import { Weighs } from "../../kernel/contract/weight.ts";

@Resolver()
class ErasureResolvers {
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

/** Erasing an account with all that belongs to it. */
export const erasure: RunningFeature<ErasureServices, ErasureSettings, NotifyWorker> = {
  resolvers: [ErasureResolvers],
  start(base) {
    const erasures = startErasures(base);
    return { services: { erasures }, stop: () => erasures.stop() };
  },
};
