import { GraphQLUUID } from "graphql-scalars";
import { Arg, Resolver, Root, Subscription } from "type-graphql";
import { type GraphqlContext, requireActor } from "../../graphql/context.ts";
import { getLink } from "../../links/queries.ts";
import type { Click } from "../clickLog.ts";
import { ClickType } from "./clickTypes.ts";

@Resolver()
export class ClicksSubscription {
  @Subscription(() => ClickType, {
    description: "The new clicks of a link as they are counted, people and bots; a great rush is shown in part",
    subscribe: async ({ args, context }: { args: { linkId: string }; context: GraphqlContext }) => {
      const { ownerId, id } = await getLink(context.services, requireActor(context).userId, args.linkId);
      return context.services.liveClicks.ofLink(ownerId, id);
    },
  })
  clicks(@Root() click: Click, @Arg("linkId", () => GraphQLUUID) _linkId: string): ClickType {
    return click;
  }
}
