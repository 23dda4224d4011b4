import type { GraphqlRow } from "./graphqlRow.ts";
import type { RestRow } from "./restRow.ts";

export const tagCalls: readonly RestRow[] = [
  {
    call: "GET /api/urls",
    how: "with the owner's tag",
    request: ({ owner }) => ({ query: { tags: owner.tag.name } }),
    stranger: "ok",
    emptyForStranger: true,
    shows: ({ link }) => link.id,
  },
  {
    call: "GET /api/urls",
    how: "with the owner's external id",
    request: ({ owner }) => ({ query: { externalId: `ext-${owner.mark}` } }),
    stranger: "ok",
    emptyForStranger: true,
    shows: ({ link }) => link.id,
  },
  {
    call: "PUT /api/urls/bulk",
    how: "the owner's, taking off a tag that it may not have",
    request: ({ owner }) => ({ body: { urlIds: [owner.link.id], removeTags: ["none"] } }),
    shows: ({ link }) => link.id,
  },
  {
    call: "POST /api/tags",
    request: () => ({ body: { name: "Another" } }),
    stranger: "ok",
    changes: true,
  },
  { call: "GET /api/tags", request: () => ({}), stranger: "ok", shows: ({ tag }) => tag.id },
  {
    call: "GET /api/tags",
    how: "that are called as the owner's",
    request: ({ owner }) => ({ query: { search: owner.mark } }),
    stranger: "ok",
    emptyForStranger: true,
    shows: ({ tag }) => tag.id,
  },
  {
    call: "PATCH /api/tags/:id",
    request: ({ owner }) => ({ id: owner.tag.id, body: { name: "Renamed" } }),
    shows: ({ tag }) => tag.id,
    changes: true,
  },
  {
    call: "DELETE /api/tags/:id",
    request: ({ owner }) => ({ id: owner.tag.id }),
    changes: true,
  },
];

export const tagMutations: readonly GraphqlRow[] = [
  {
    call: "Mutation.createTag",
    request: () => ({ input: { name: "Another" } }),
    stranger: "ok",
    changes: true,
  },
  {
    call: "Mutation.updateTag",
    request: ({ owner }) => ({ id: owner.tag.id, input: { name: "Renamed" } }),
    shows: ({ tag }) => tag.id,
    changes: true,
  },
  {
    call: "Mutation.deleteTag",
    request: ({ owner }) => ({ id: owner.tag.id }),
    shows: ({ tag }) => tag.id,
    changes: true,
  },
];
