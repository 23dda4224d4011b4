import type { GraphqlRow } from "./graphqlRow.ts";

const ofOwner: GraphqlRow["request"] = ({ owner }) => ({ id: owner.import.id });

/** Mutations for imports of links. */
export const importMutations: readonly GraphqlRow[] = [
  {
    call: "Mutation.createLinkImport",
    request: () => ({ input: { source: "csv" } }),
    stranger: "ok",
    changes: true,
  },
  {
    call: "Mutation.completeLinkImport",
    request: ({ owner }) => ({ id: owner.import.id, parts: 1 }),
    shows: (owner) => owner.import.id,
  },
  {
    call: "Mutation.updateLinkImport",
    request: ({ owner }) => ({ id: owner.import.id, input: { columns: [{ name: "name", use: "title" }] } }),
    shows: (owner) => owner.import.id,
    changes: true,
  },
  { call: "Mutation.startLinkImport", request: ofOwner, shows: (owner) => owner.import.id, changes: true },
  { call: "Mutation.cancelLinkImport", request: ofOwner, shows: (owner) => owner.import.id, changes: true },
];
