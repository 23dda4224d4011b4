import { Arg, Resolver, Root, Subscription } from "type-graphql";
import { authorizeOwn } from "../../kernel/access/authorize.ts";
import { type GraphqlContext, requireActor } from "../../kernel/calls/graphqlContext.ts";
import { typeOfPart } from "../../kernel/contract/entity.ts";
import { liveMisses } from "./entities.ts";
import type { LiveVisits } from "./liveVisits.ts";
import type { MissCallServices } from "./services.ts";

interface Watching {
  readonly args: { readonly bots: boolean };
  readonly context: GraphqlContext<MissCallServices>;
}

@Resolver()
export class LiveMissResolvers {
  @Subscription(() => typeOfPart(liveMisses), {
    description: "Visits of the last 30 minutes that led nowhere, immediately and whenever others are counted",
    subscribe: ({ args, context }: Watching) => {
      const ownerId = authorizeOwn(requireActor(context), "stats:read");
      return context.services.missWatches.watch({ ownerId, bots: args.bots, filter: {} });
    },
  })
  liveMisses(
    @Root() event: LiveVisits,
    @Arg("bots", () => Boolean, { defaultValue: false, description: "Includes visits of bots" }) _bots: boolean,
  ): LiveVisits {
    return event;
  }
}
