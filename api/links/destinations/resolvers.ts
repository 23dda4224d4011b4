import DataLoader from "dataloader";
import { Arg, Ctx, FieldResolver, Query, Resolver, Root } from "type-graphql";
import { authorizeOwn } from "../../kernel/access/authorize.ts";
import { type GraphqlContext, perOperation, requireActor } from "../../kernel/calls/graphqlContext.ts";
import { destinationsByUrl, type KnownDestination, shownDestination } from "../core/destinationOfLink.ts";
import { link } from "../core/entities.ts";
import { DestinationType } from "./graphqlTypes.ts";
import type { DestinationServices } from "./services.ts";

type Context = GraphqlContext<DestinationServices>;

const nothingKnown = {
  title: null,
  description: null,
  iconId: null,
  pictureId: null,
  checkedAt: null,
  problem: null,
  deadSince: null,
};

/** By URL. */
const destinationOf = perOperation((context: Context) => {
  const ownerId = authorizeOwn(requireActor(context), "links:read");
  return new DataLoader<string, KnownDestination | null>(async (urls) => {
    const known = await destinationsByUrl(context.services, ownerId, urls);
    return urls.map((url) => known.get(url) ?? null);
  });
});

@Resolver(() => link.type)
export class DestinationOfLink {
  @FieldResolver(() => DestinationType, { nullable: true, description: "Null until it has been asked" })
  async destination(
    @Root() { originalUrl }: { readonly originalUrl: string },
    @Ctx() context: Context,
  ): Promise<DestinationType | null> {
    const known = await destinationOf(context).load(originalUrl);
    return known && shownDestination(context.services, known);
  }
}

@Resolver()
export class DestinationResolvers {
  @Query(() => DestinationType, {
    description:
      "What was found at a URL that links of the workspace lead to; null in all its fields for any other, and until it has been asked",
  })
  async destination(@Ctx() context: Context, @Arg("url", () => String) url: string): Promise<DestinationType> {
    const known = await destinationOf(context).load(url);
    return shownDestination(context.services, known ?? { ...nothingKnown, url });
  }
}
