import type { LinkCardFragment, LinkMarksFragment } from "../graphql/generated/graphql.ts";

/** A link as lists have it. */
export type ListedLink = LinkCardFragment & LinkMarksFragment;
