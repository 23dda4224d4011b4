import type { GraphqlRow } from "./graphqlRow.ts";

/** Mutations for exports of clicks to a bucket. */
export const clickExportMutations: readonly GraphqlRow[] = [
  {
    call: "Mutation.createClickExport",
    request: () => ({
      input: { name: "Another", endpoint: "https://10.0.0.2", bucket: "clicks", accessKeyId: "A", secret: "B" },
    }),
    stranger: "ok",
    changes: true,
  },
  {
    call: "Mutation.createClickExport",
    how: "to nowhere",
    request: () => ({
      input: { name: "Another", endpoint: "nowhere", bucket: "clicks", accessKeyId: "A", secret: "B" },
    }),
    stranger: "VALIDATION_ERROR",
    owner: "VALIDATION_ERROR",
  },
  {
    call: "Mutation.updateClickExport",
    request: ({ owner }) => ({ id: owner.clickExport.id, input: { enabled: false } }),
    shows: ({ clickExport }) => clickExport.id,
    changes: true,
  },
  {
    call: "Mutation.exportClickRange",
    request: ({ owner }) => ({
      id: owner.clickExport.id,
      from: new Date("2026-01-01T00:00:00Z"),
      to: new Date("2026-01-02T00:00:00Z"),
    }),
    changes: true,
  },
  { call: "Mutation.tryClickExport", request: ({ owner }) => ({ id: owner.clickExport.id }), changes: true },
  {
    call: "Mutation.deleteClickExport",
    request: ({ owner }) => ({ id: owner.clickExport.id }),
    shows: ({ clickExport }) => clickExport.id,
    changes: true,
  },
];
