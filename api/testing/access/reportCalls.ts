import type { RestRow } from "./restRow.ts";
import { nonsense } from "./mailedTokens.ts";

const ofOwner: RestRow["request"] = ({ owner }) => ({ id: owner.report.id });

/** REST calls for reports by email. */
export const reportCalls: readonly RestRow[] = [
  {
    call: "POST /api/reports",
    request: () => ({ body: { email: "somebody@another.example", cadence: "monthly" } }),
    stranger: "ok",
    changes: true,
  },
  {
    call: "POST /api/reports",
    how: "to nobody",
    request: () => ({ body: { email: "nobody", cadence: "monthly" } }),
    stranger: "VALIDATION_ERROR",
    owner: "VALIDATION_ERROR",
  },
  { call: "GET /api/reports", request: () => ({}), stranger: "ok", shows: ({ report }) => report.id },
  { call: "POST /api/reports/:id/try", request: ofOwner, changes: true },
  { call: "DELETE /api/reports/:id", request: ofOwner, changes: true },
  {
    // The call only shows a page, with any token.
    call: "GET /api/reports/confirm",
    request: () => ({ query: { token: nonsense } }),
    signedOut: "ok",
    stranger: "ok",
  },
  {
    call: "POST /api/reports/confirm",
    request: ({ api, owner }, who) => ({
      query: {
        token: who === "the owner" ? api.services.reportTokens.sign("confirm report", owner.report.id) : nonsense,
      },
    }),
    signedOut: 410,
    stranger: 410,
  },
  {
    // The call only shows a page, with any token.
    call: "GET /api/reports/stop",
    request: () => ({ query: { token: nonsense } }),
    signedOut: "ok",
    stranger: "ok",
  },
  {
    call: "POST /api/reports/stop",
    request: ({ api, owner }, who) => ({
      query: { token: who === "the owner" ? api.services.reportTokens.sign("stop report", owner.report.id) : nonsense },
    }),
    signedOut: 410,
    stranger: 410,
    changes: true,
  },
];
