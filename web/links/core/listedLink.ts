import type {
  LinkCardFragment,
  LinkConvertedFragment,
  LinkMarksFragment,
} from "../../core/graphql/generated/graphql.ts";

/** A link as queried by lists. */
export type ListedLink = LinkCardFragment & LinkMarksFragment & Partial<LinkConvertedFragment>;
