import type { GraphqlRow } from "./graphqlRow.ts";

/** Mutations for changes of many links in the background. */
export const linkJobMutations: readonly GraphqlRow[] = [
  {
    call: "Mutation.startLinkJob",
    request: ({ owner }) => ({ input: { linkIds: [owner.link.id], change: { isActive: false } } }),
    stranger: "ok",
    changes: true,
  },
  {
    call: "Mutation.startLinkJob",
    how: "all that match, into the owner's group",
    request: ({ owner }) => ({ input: { filter: {}, change: { groupId: owner.group.id } } }),
    changes: true,
  },
  { call: "Mutation.undoLinkJob", request: ({ owner }) => ({ id: owner.job.id }), owner: "VALIDATION_ERROR" },
  {
    call: "Mutation.cancelLinkJob",
    request: ({ owner }) => ({ id: owner.job.id }),
    shows: ({ job }) => job.id,
  },
];
