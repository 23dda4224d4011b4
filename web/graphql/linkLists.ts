import { LinkCountDocument, LinksDocument } from "./generated/graphql.ts";

/** What is asked again when lists of links have changed in a way that only the server knows. */
export const linkLists = [LinksDocument, LinkCountDocument];
