import type { GraphqlRow } from "./graphqlRow.ts";
import { password } from "../testApi.ts";
import type { RestRow } from "./restRow.ts";

const ofWebhook: RestRow["request"] = ({ owner }) => ({ kind: "webhook", id: owner.webhook.id });

/** REST calls for outlets, and for the confirmation that creating one requires. */
export const outletCalls: readonly RestRow[] = [
  { call: "GET /api/auth/outlets", request: () => ({}), stranger: "ok", shows: ({ webhook }) => webhook.id },
  {
    call: "POST /api/auth/outlets/:kind/:id/resume",
    request: ofWebhook,
    shows: ({ webhook }) => webhook.id,
  },
  {
    call: "POST /api/auth/outlets/:kind/:id/resume",
    how: "of no kind",
    request: ({ owner }) => ({ kind: "nothing", id: owner.webhook.id }),
    owner: "NOT_FOUND_ERROR",
  },
  {
    call: "DELETE /api/auth/outlets/:kind/:id",
    request: ofWebhook,
    shows: ({ webhook }) => webhook.id,
    changes: true,
  },
  {
    call: "DELETE /api/auth/outlets/:kind/:id",
    how: "of an API key",
    request: ({ owner }) => ({ kind: "apiKey", id: owner.apiKey.id }),
    shows: ({ apiKey }) => apiKey.id,
    changes: true,
  },
  {
    call: "POST /api/auth/confirm",
    request: () => ({ body: { currentPassword: password } }),
    stranger: "ok",
    changes: true,
  },
  {
    call: "POST /api/auth/confirm",
    how: "by a guess",
    request: () => ({ body: { currentPassword: "a guess at it" } }),
    stranger: "VALIDATION_ERROR",
    owner: "VALIDATION_ERROR",
  },
  // The call is rejected, because both accounts have passwords.
  {
    call: "POST /api/auth/confirm/mail",
    request: () => ({}),
    stranger: "VALIDATION_ERROR",
    owner: "VALIDATION_ERROR",
  },
];

/** Mutations for outlets, and for the confirmation that creating one requires. */
export const outletMutations: readonly GraphqlRow[] = [
  {
    call: "Mutation.resumeOutlet",
    request: ({ owner }) => ({ kind: "webhook", id: owner.webhook.id }),
    shows: ({ webhook }) => webhook.id,
  },
  {
    call: "Mutation.deleteOutlet",
    request: ({ owner }) => ({ kind: "webhook", id: owner.webhook.id }),
    shows: ({ webhook }) => webhook.id,
    changes: true,
  },
  {
    call: "Mutation.confirmSession",
    request: () => ({ currentPassword: password }),
    stranger: "ok",
    changes: true,
  },
  {
    call: "Mutation.sendConfirmCode",
    request: () => ({}),
    stranger: "VALIDATION_ERROR",
    owner: "VALIDATION_ERROR",
  },
];

export const outletQueries: readonly GraphqlRow[] = [
  { call: "Query.sessions", request: () => ({}), stranger: "ok", shows: ({ session }) => session.id },
  { call: "Query.outlets", request: () => ({}), stranger: "ok", shows: ({ webhook }) => webhook.id },
];
