import { z } from "zod";
import { authorizeOwn } from "../../kernel/access/authorize.ts";
import { fieldsOf } from "../../kernel/contract/fields.ts";
import { graphqlTypes } from "../../kernel/contract/graphqlTypes.ts";
import { LinkType, toLinkType } from "./graphqlTypes.ts";
import type { LinksById } from "./linksById.ts";

/** A link as a field of GraphQL. */
export const graphqlLink = z.custom<LinkType>().register(graphqlTypes, { type: LinkType });

/** The field `link` of something that has the id of a link. */
export const linkField = fieldsOf<{ readonly linkId: string | null }, LinksById>().field({
  name: "link",
  description: "The link; null if it was deleted or is unknown",
  answer: graphqlLink.nullable(),
  async run({ linkId }, { linkById }, _given, actor) {
    authorizeOwn(actor, "links:read");
    const link = linkId === null ? null : await linkById(linkId);
    return link && toLinkType(link);
  },
});
