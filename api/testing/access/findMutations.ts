import type { GraphqlRow } from "./graphqlRow.ts";
import { ownOf } from "./world.ts";

/** Mutations that return an existing link, or create one. */
export const findMutations: readonly GraphqlRow[] = [
  {
    call: "Mutation.findOrCreateLink",
    how: "that is there already",
    request: (world, who) => ({
      input: { name: "Another", originalUrl: `https://${ownOf(world, who).mark}.example/` },
    }),
    stranger: "ok",
    shows: ({ link }) => link.id,
  },
  {
    call: "Mutation.findOrCreateLink",
    how: "with the owner's code",
    request: ({ owner }) => ({
      input: { name: "Another", originalUrl: "https://another.example/", shortUrl: owner.link.code },
    }),
    stranger: "CONFLICT_ERROR",
    owner: "CONFLICT_ERROR",
  },
];
