import type { ClickFilter } from "@hoplog/schema/clicks/filters.js";
import { Arg, Ctx, Resolver, Root, Subscription } from "type-graphql";
import { authorizeOwn } from "../../kernel/access/authorize.ts";
import { type GraphqlContext, requireActor } from "../../kernel/calls/graphqlContext.ts";
import { ClickFilterInput } from "../link/filters/graphqlTypes.ts";
import type { LiveEvent } from "./event.ts";
import { LiveEventType } from "./graphqlTypes.ts";
import type { LiveServices } from "./services.ts";
import { shownTo } from "./shownTo.ts";
import { askedFilters } from "../link/filters/asked.ts";

interface Watching {
  readonly args: { readonly filters: readonly ClickFilter[]; readonly bots: boolean };
  readonly context: GraphqlContext<LiveServices>;
}

@Resolver()
export class LiveResolvers {
  @Subscription(() => LiveEventType, {
    description:
      "The account's clicks as they are counted: exact figures, and a sample of the clicks. The window first",
    subscribe: ({ args, context }: Watching) => {
      const ownerId = authorizeOwn(requireActor(context), "stats:read");
      const { filters, bots } = args;
      return context.services.workspaceClicks.watch({ ownerId, filters: askedFilters(filters), bots });
    },
  })
  workspaceClicks(
    @Root() event: LiveEvent,
    @Arg("filters", () => [ClickFilterInput], { defaultValue: [] }) _filters: ClickFilter[],
    @Arg("bots", () => Boolean, { defaultValue: false, description: "Whether clicks of bots are shown too" })
    _bots: boolean,
    @Ctx() context: GraphqlContext<LiveServices>,
  ): LiveEventType {
    return shownTo(requireActor(context), event);
  }
}
