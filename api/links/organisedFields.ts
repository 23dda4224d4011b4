import DataLoader from "dataloader";
import { Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import { authorizeOwn } from "../access/authorize.ts";
import { type GraphqlContext, perOperation, requireActor } from "../calls/graphqlContext.ts";
import { Weighs } from "../calls/weight.ts";
import { TagType } from "../tags/graphqlTypes.ts";
import { favouritesAmong } from "./favourites.ts";
import { LinkType } from "./graphqlTypes.ts";
import type { LinkServices } from "./services.ts";
import { type LinkTag, tagsOfLinks } from "./tagsOfLink.ts";

type Context = GraphqlContext<LinkServices>;

const tagsOf = perOperation((context: Context) => {
  const ownerId = authorizeOwn(requireActor(context), "links:read");
  return new DataLoader<string, readonly LinkTag[]>(async (ids) => {
    const tags = await tagsOfLinks(context.services, ownerId, ids);
    return ids.map((id) => tags.get(id) ?? []);
  });
});

const isFavourite = perOperation((context: Context) => {
  const { userId } = requireActor(context);
  return new DataLoader<string, boolean>(async (ids) => {
    const favourites = await favouritesAmong(context.services, userId, ids);
    return ids.map((id) => favourites.has(id));
  });
});

/** What people find their links by, beside what is in their rows. */
@Resolver(() => LinkType)
export class OrganisedFields {
  @Weighs({ length: 5 })
  @FieldResolver(() => [TagType], { description: "By name" })
  async tags(@Root() link: LinkType, @Ctx() context: Context): Promise<readonly TagType[]> {
    return tagsOf(context).load(link.id);
  }

  @FieldResolver(() => Boolean, { description: "Of the person who asks" })
  async isFavourite(@Root() link: LinkType, @Ctx() context: Context): Promise<boolean> {
    return isFavourite(context).load(link.id);
  }
}
