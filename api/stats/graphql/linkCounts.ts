import { Resolver, Root, Subscription } from "type-graphql";
import { type GraphqlContext, requireActor } from "../../graphql/context.ts";
import type { LinkCount } from "../liveCounts.ts";
import { LinkCountType } from "./statsTypes.ts";

@Resolver()
export class LinkCountsSubscription {
  @Subscription(() => LinkCountType, {
    description: "The new totals of each of the account's links whose count has changed",
    subscribe: ({ context }: { context: GraphqlContext }) =>
      context.services.liveCounts.ofAccount(requireActor(context).userId),
  })
  linkCounts(@Root() count: LinkCount): LinkCountType {
    return count;
  }
}
