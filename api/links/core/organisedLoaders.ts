import DataLoader from "dataloader";
import { authorizeAccount, authorizeShown, shownPermission } from "../../kernel/access/authorize.ts";
import { type GraphqlContext, perOperation, requireActor } from "../../kernel/calls/graphqlContext.ts";
import { favouritesAmong } from "./favourites.ts";
import type { LinkServices } from "./services.ts";
import { type LinkTag, tagsOfLinks } from "./tagsOfLink.ts";

/** By link id. */
export const tagsOf = perOperation((context: GraphqlContext<LinkServices>) => {
  const ownerId = authorizeShown(requireActor(context));
  return new DataLoader<string, readonly LinkTag[]>(async (ids) => {
    const tags = await tagsOfLinks(context.services, ownerId, ids);
    return ids.map((id) => tags.get(id) ?? []);
  });
});

/** By link id, of the person who asks. */
export const isFavouriteOf = perOperation((context: GraphqlContext<LinkServices>) => {
  const actor = requireActor(context);
  const userId = authorizeAccount(actor, shownPermission(actor));
  return new DataLoader<string, boolean>(async (ids) => {
    const favourites = await favouritesAmong(context.services, userId, ids);
    return ids.map((id) => favourites.has(id));
  });
});
