import type { GraphqlRow } from "./graphqlRow.ts";
import type { RestRow } from "./restRow.ts";

/** REST calls for presets and campaign parameters. */
export const presetCalls: readonly RestRow[] = [
  { call: "GET /api/presets/views", request: () => ({}), stranger: "ok", shows: ({ view }) => view.id },
  {
    call: "POST /api/presets/views",
    request: () => ({ body: { name: "Another", query: "q=a" } }),
    stranger: "ok",
    changes: true,
  },
  {
    call: "PATCH /api/presets/views/:id",
    request: ({ owner }) => ({ id: owner.view.id, body: { query: "q=b" } }),
    shows: ({ view }) => view.name,
    changes: true,
  },
  { call: "DELETE /api/presets/views/:id", request: ({ owner }) => ({ id: owner.view.id }), changes: true },
  { call: "GET /api/presets/utm-templates", request: () => ({}), stranger: "ok", shows: ({ template }) => template.id },
  {
    call: "POST /api/presets/utm-templates",
    request: () => ({ body: { name: "Another", query: "utm_source=a" } }),
    stranger: "ok",
    changes: true,
  },
  {
    call: "PATCH /api/presets/utm-templates/:id",
    request: ({ owner }) => ({ id: owner.template.id, body: { query: "ref=b" } }),
    shows: ({ template }) => template.name,
    changes: true,
  },
  {
    call: "DELETE /api/presets/utm-templates/:id",
    request: ({ owner }) => ({ id: owner.template.id }),
    changes: true,
  },
  { call: "GET /api/presets/qr-designs", request: () => ({}), stranger: "ok", shows: ({ design }) => design.id },
  {
    call: "POST /api/presets/qr-designs",
    request: () => ({ body: { name: "Another", query: "shape=rounded" } }),
    stranger: "ok",
    changes: true,
  },
  {
    call: "PATCH /api/presets/qr-designs/:id",
    request: ({ owner }) => ({ id: owner.design.id, body: { query: "level=H" } }),
    shows: ({ design }) => design.name,
    changes: true,
  },
  { call: "DELETE /api/presets/qr-designs/:id", request: ({ owner }) => ({ id: owner.design.id }), changes: true },
  {
    call: "GET /api/utm/rules",
    request: () => ({}),
    stranger: "ok",
    shows: ({ mark }) => `medium-${mark}`,
  },
  {
    call: "PUT /api/utm/rules",
    request: () => ({ body: { lowerCase: true, allowed: { utm_source: ["a"] } } }),
    stranger: "ok",
    changes: true,
  },
];

const view = { kind: "view" };

/** Mutations for presets and campaign parameters. */
export const presetMutations: readonly GraphqlRow[] = [
  {
    call: "Mutation.createPreset",
    request: () => ({ ...view, name: "Another", query: "q=a" }),
    stranger: "ok",
    changes: true,
  },
  {
    call: "Mutation.updatePreset",
    request: ({ owner }) => ({ ...view, id: owner.view.id, input: { query: "q=b" } }),
    shows: (person) => person.view.name,
    changes: true,
  },
  {
    call: "Mutation.deletePreset",
    request: ({ owner }) => ({ ...view, id: owner.view.id }),
    shows: (person) => person.view.id,
    changes: true,
  },
  {
    call: "Mutation.setUtmRules",
    request: () => ({ input: { lowerCase: true, allowed: [{ field: "utm_source", values: ["a"] }] } }),
    stranger: "ok",
    changes: true,
  },
];
