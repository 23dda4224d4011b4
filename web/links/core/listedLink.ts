import type {
  LinkCardFragment,
  LinkConvertedFragment,
  LinkMarksFragment,
} from "../../core/graphql/generated/graphql.ts";

/** A link as lists have it. */
export type ListedLink = LinkCardFragment & LinkMarksFragment & Partial<LinkConvertedFragment>;
