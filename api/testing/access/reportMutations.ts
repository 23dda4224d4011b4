import type { GraphqlRow } from "./graphqlRow.ts";

/** Mutations for reports by email. */
export const reportMutations: readonly GraphqlRow[] = [
  {
    call: "Mutation.createReport",
    request: () => ({ input: { email: "somebody@another.example", cadence: "monthly" } }),
    stranger: "ok",
    changes: true,
  },
  {
    call: "Mutation.createReport",
    how: "to nobody",
    request: () => ({ input: { email: "nobody", cadence: "monthly" } }),
    stranger: "VALIDATION_ERROR",
    owner: "VALIDATION_ERROR",
  },
  {
    call: "Mutation.tryReport",
    request: ({ owner }) => ({ id: owner.report.id }),
    shows: ({ report }) => report.id,
    changes: true,
  },
  {
    call: "Mutation.deleteReport",
    request: ({ owner }) => ({ id: owner.report.id }),
    shows: ({ report }) => report.id,
    changes: true,
  },
];
