import { GraphQLUUID } from "graphql-scalars";
import { Arg, Resolver, Root, Subscription } from "type-graphql";
import { type GraphqlContext, requireActor } from "../../graphql/context.ts";
import { getLink } from "../../links/queries.ts";
import type { LinkCount } from "../liveCounts.ts";
import { LinkCountType } from "./statsTypes.ts";

@Resolver()
export class LinkCountSubscription {
  @Subscription(() => LinkCountType, {
    description: "The new totals of a link, each time they have changed",
    subscribe: async ({ args, context }: { args: { linkId: string }; context: GraphqlContext }) => {
      const { ownerId, id } = await getLink(context.services, requireActor(context).userId, args.linkId);
      return context.services.liveCounts.ofLink(ownerId, id);
    },
  })
  linkCount(@Root() count: LinkCount, @Arg("linkId", () => GraphQLUUID) _linkId: string): LinkCountType {
    return count;
  }
}
