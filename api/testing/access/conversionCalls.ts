import { conversionsWritten } from "../conversions.ts";
import type { GraphqlRow } from "./graphqlRow.ts";
import type { RestRow } from "./restRow.ts";
import type { World } from "./world.ts";

/** Waits until the figures include the conversions reported by earlier calls. */
async function figuresCounted({ api, owner }: World): Promise<void> {
  await conversionsWritten(api, owner.user);
}

/** REST calls for leads and sales. */
export const conversionCalls: readonly RestRow[] = [
  { call: "GET /hop.js", request: () => ({}), signedOut: "ok", stranger: "ok" },
  { call: "GET /api/conversions", request: () => ({}), stranger: "ok", shows: ({ conversion }) => conversion.id },
  {
    call: "GET /api/conversions",
    how: "of the owner's link",
    request: ({ owner }) => ({ query: { linkId: owner.link.id } }),
    stranger: "ok",
    emptyForStranger: true,
    shows: ({ conversion }) => conversion.id,
  },
  {
    call: "POST /api/conversions",
    request: ({ owner }) => ({ body: { clickId: owner.conversion.clickId, type: "lead" } }),
    stranger: "VALIDATION_ERROR",
    changes: true,
  },
  {
    call: "PATCH /api/conversions/:id",
    prepare: figuresCounted,
    request: ({ owner }) => ({ id: owner.conversion.id, body: { refunded: 50 } }),
    changes: true,
  },
  {
    call: "DELETE /api/conversions/:id",
    prepare: figuresCounted,
    request: ({ owner }) => ({ id: owner.conversion.id }),
    changes: true,
  },
  {
    call: "GET /api/conversions/figures",
    request: () => ({ query: { interval: "day" } }),
    stranger: "ok",
  },
  {
    call: "GET /api/conversions/figures",
    how: "of the owner's link",
    request: ({ owner }) => ({ query: { linkId: owner.link.id, interval: "day" } }),
  },
  {
    call: "GET /api/conversions/top",
    request: () => ({ query: { field: "country" } }),
    stranger: "ok",
  },
  {
    call: "GET /api/conversions/top",
    how: "of the owner's link",
    request: ({ owner }) => ({ query: { field: "country", linkId: owner.link.id } }),
  },
];

/** Queries for leads and sales. */
export const conversionQueries: readonly GraphqlRow[] = [
  { call: "Query.conversions", request: () => ({}), stranger: "ok", shows: ({ conversion }) => conversion.id },
  {
    call: "Query.conversions",
    how: "of the owner's link",
    request: ({ owner }) => ({ linkId: owner.link.id }),
    stranger: "ok",
    emptyForStranger: true,
    shows: ({ conversion }) => conversion.id,
  },
  { call: "Query.conversionStats", request: () => ({}), stranger: "ok" },
  {
    call: "Query.conversionStats",
    how: "of the owner's link",
    request: ({ owner }) => ({ linkId: owner.link.id }),
  },
];

/** Mutations for leads and sales. */
export const conversionMutations: readonly GraphqlRow[] = [
  {
    call: "Mutation.createConversion",
    request: ({ owner }) => ({ input: { clickId: owner.conversion.clickId, type: "lead" } }),
    stranger: "VALIDATION_ERROR",
    changes: true,
  },
  {
    call: "Mutation.refundConversion",
    prepare: figuresCounted,
    request: ({ owner }) => ({ id: owner.conversion.id, refunded: 50 }),
    changes: true,
  },
  {
    call: "Mutation.deleteConversion",
    prepare: figuresCounted,
    request: ({ owner }) => ({ id: owner.conversion.id }),
    shows: ({ conversion }) => conversion.id,
    changes: true,
  },
];
