import { Resolver, Root, Subscription } from "type-graphql";
import { type GraphqlContext, requireActor } from "../../graphql/context.ts";
import type { AccountCount } from "../liveCounts.ts";
import { AccountCountType } from "./statsTypes.ts";

@Resolver()
export class AccountCountSubscription {
  @Subscription(() => AccountCountType, {
    description: "The account's new totals, each time they have changed",
    subscribe: ({ context }: { context: GraphqlContext }) =>
      context.services.liveCounts.sumOfAccount(requireActor(context).userId),
  })
  accountCount(@Root() count: AccountCount): AccountCountType {
    return count;
  }
}
