import { password } from "../testApi.ts";
import type { GraphqlRow } from "./graphqlRow.ts";
import { nonsense } from "./mailedTokens.ts";
import type { RestRow } from "./restRow.ts";

const answer = { id: nonsense, method: "totp", code: "123456" };
const both = { currentPassword: password, code: "123456" };

/** REST calls for second factors. No account of a world has one, so codes are wrong and challenges unknown. */
export const secondFactorCalls: readonly RestRow[] = [
  {
    call: "POST /api/auth/challenge",
    open: true,
    request: () => ({ body: answer }),
    stranger: "AUTHENTICATION_ERROR",
    owner: "AUTHENTICATION_ERROR",
  },
  {
    call: "POST /api/auth/challenge/recover",
    open: true,
    request: () => ({ body: { id: nonsense } }),
    stranger: "AUTHENTICATION_ERROR",
    owner: "AUTHENTICATION_ERROR",
  },
  { call: "GET /api/auth/totp", request: () => ({}), stranger: "ok" },
  {
    call: "POST /api/auth/totp",
    request: () => ({ body: { currentPassword: password } }),
    stranger: "ok",
    changes: true,
  },
  {
    call: "POST /api/auth/totp",
    how: "by a guess",
    request: () => ({ body: { currentPassword: "a guess at it" } }),
    stranger: "VALIDATION_ERROR",
    owner: "VALIDATION_ERROR",
  },
  {
    call: "POST /api/auth/totp/confirm",
    request: () => ({ body: { code: "123456" } }),
    stranger: "VALIDATION_ERROR",
    owner: "VALIDATION_ERROR",
  },
  {
    call: "POST /api/auth/totp/recovery-codes",
    request: () => ({ body: both }),
    stranger: "VALIDATION_ERROR",
    owner: "VALIDATION_ERROR",
  },
  {
    call: "DELETE /api/auth/totp",
    request: () => ({ body: both }),
    stranger: "VALIDATION_ERROR",
    owner: "VALIDATION_ERROR",
  },
  { call: "POST /api/auth/totp/keep", request: () => ({}), stranger: "ok" },
  {
    // The call only shows a page, with any token.
    call: "GET /api/auth/keep-second-factor",
    request: () => ({ query: { token: nonsense } }),
    signedOut: "ok",
    stranger: "ok",
  },
  {
    call: "POST /api/auth/keep-second-factor",
    request: () => ({ query: { token: nonsense } }),
    signedOut: 410,
    stranger: 410,
    owner: 410,
  },
];

/** Mutations for second factors, and for single sessions. */
export const secondFactorMutations: readonly GraphqlRow[] = [
  { call: "Mutation.endSession", request: ({ owner }) => ({ id: owner.session.id }), changes: true },
  {
    call: "Mutation.completeChallenge",
    open: true,
    request: () => answer,
    stranger: "AUTHENTICATION_ERROR",
    owner: "AUTHENTICATION_ERROR",
  },
  {
    call: "Mutation.requestSecondFactorRemoval",
    open: true,
    request: () => ({ id: nonsense }),
    stranger: "AUTHENTICATION_ERROR",
    owner: "AUTHENTICATION_ERROR",
  },
  {
    call: "Mutation.startTotp",
    request: () => ({ currentPassword: password }),
    stranger: "ok",
    changes: true,
  },
  {
    call: "Mutation.confirmTotp",
    request: () => ({ code: "123456" }),
    stranger: "VALIDATION_ERROR",
    owner: "VALIDATION_ERROR",
  },
  {
    call: "Mutation.replaceRecoveryCodes",
    request: () => both,
    stranger: "VALIDATION_ERROR",
    owner: "VALIDATION_ERROR",
  },
  { call: "Mutation.disableTotp", request: () => both, stranger: "VALIDATION_ERROR", owner: "VALIDATION_ERROR" },
  { call: "Mutation.keepSecondFactor", request: () => ({}), stranger: "ok" },
];

export const secondFactorQueries: readonly GraphqlRow[] = [
  { call: "Query.secondFactor", request: () => ({}), stranger: "ok" },
];
