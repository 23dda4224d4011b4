import { password } from "../testApi.ts";
import { requestsAddressChange, requestsReset, freshAddress, nonsense, registration } from "./mailedTokens.ts";
import type { RestRow } from "./restRow.ts";
import { ownOf, userOf } from "./world.ts";

/** REST calls for accounts, their sessions and their passwords. */
export const accountCalls: readonly RestRow[] = [
  {
    call: "POST /api/auth/register",
    how: "with a new address",
    request: () => ({ body: { ...registration, email: freshAddress() } }),
    signedOut: "ok",
    stranger: "ok",
  },
  {
    call: "POST /api/auth/register",
    how: "with the owner's address",
    request: ({ owner }) => ({ body: { ...registration, email: owner.user.email } }),
    signedOut: "CONFLICT_ERROR",
    stranger: "CONFLICT_ERROR",
    owner: "CONFLICT_ERROR",
  },
  {
    call: "POST /api/auth/login",
    open: true,
    request: ({ owner }, who) => ({
      body: { email: owner.user.email, password: who === "the owner" ? password : "a guess at it" },
    }),
    stranger: "AUTHENTICATION_ERROR",
    shows: ({ user }) => user.id,
    changes: true,
  },
  {
    call: "POST /api/auth/refresh-token",
    open: true,
    how: "with the ended session's token",
    request: ({ ended }) => ({ body: { refreshToken: ended.refreshToken } }),
    stranger: "AUTHENTICATION_ERROR",
    owner: "AUTHENTICATION_ERROR",
  },
  {
    call: "POST /api/auth/refresh-token",
    open: true,
    how: "with the token of one's own",
    request: (world, who) => ({ body: { refreshToken: userOf(world, who)?.refreshToken ?? nonsense } }),
    stranger: "ok",
    changes: true,
  },
  { call: "POST /api/auth/logout", request: () => ({}), stranger: "ok", changes: true },
  { call: "POST /api/auth/logout-all", request: () => ({}), stranger: "ok", changes: true },
  { call: "GET /api/auth/sessions", request: () => ({}), stranger: "ok", shows: ({ session }) => session.id },
  { call: "DELETE /api/auth/sessions/:id", request: ({ owner }) => ({ id: owner.session.id }), changes: true },
  { call: "GET /api/auth/profile", request: () => ({}), stranger: "ok", shows: ({ user }) => user.email },
  {
    call: "PUT /api/auth/profile",
    how: "with one's own address",
    request: (world, who) => ({
      body: { name: "Another Name", email: ownOf(world, who).user.email, contactNumber: "12345" },
    }),
    stranger: "ok",
    shows: ({ user }) => user.email,
    changes: true,
  },
  {
    call: "PUT /api/auth/profile",
    how: "with the owner's address",
    request: ({ owner }) => ({
      body: { name: "Another Name", email: owner.user.email, contactNumber: "12345", currentPassword: password },
    }),
    stranger: "CONFLICT_ERROR",
    changes: true,
  },
  {
    call: "POST /api/auth/change-password",
    request: () => ({ body: { currentPassword: password, newPassword: "another horse battery" } }),
    stranger: "ok",
    changes: true,
  },
  {
    call: "POST /api/auth/forgot-password",
    how: "for the owner's address",
    request: ({ owner }) => ({ body: { email: owner.user.email } }),
    signedOut: "ok",
    stranger: "ok",
  },
  {
    call: "POST /api/auth/reset-password",
    request: async (world, who) => ({
      body: {
        resetToken: who === "the owner" ? await requestsReset(world) : nonsense,
        newPassword: "another horse battery",
      },
    }),
    signedOut: "VALIDATION_ERROR",
    stranger: "VALIDATION_ERROR",
    changes: true,
  },
  {
    call: "GET /api/auth/verify-email",
    request: async (world, who) => ({
      query: { token: who === "the owner" ? await requestsAddressChange(world, "new") : nonsense },
    }),
    signedOut: 302,
    stranger: 302,
    owner: 302,
    changes: true,
  },
  {
    call: "GET /api/auth/cancel-email-change",
    request: async (world, who) => ({
      query: { token: who === "the owner" ? await requestsAddressChange(world, "present") : nonsense },
    }),
    signedOut: 410,
    stranger: 410,
    changes: true,
  },
  {
    call: "GET /api/auth/export",
    request: () => ({}),
    stranger: "ok",
    shows: ({ link }) => link.id,
    // The call is recorded in the audit log.
    changes: true,
  },
  { call: "GET /api/auth/google", request: () => ({}), signedOut: 302, stranger: 302, owner: 302 },
  {
    call: "GET /api/auth/google/callback",
    how: "without the browser that began",
    request: () => ({ query: { code: nonsense, state: nonsense } }),
    signedOut: 302,
    stranger: 302,
    owner: 302,
  },
  {
    call: "POST /api/auth/google-oauth-exchange",
    request: () => ({ body: { code: "nobody's" } }),
    signedOut: "AUTHORIZATION_ERROR",
    stranger: "AUTHORIZATION_ERROR",
    owner: "AUTHORIZATION_ERROR",
  },
  {
    call: "POST /api/auth/google-oauth-verify",
    how: "without the browser that began",
    request: () => ({}),
    signedOut: "AUTHORIZATION_ERROR",
    stranger: "AUTHORIZATION_ERROR",
    owner: "AUTHORIZATION_ERROR",
  },
  {
    call: "POST /api/auth/google-oauth-complete",
    how: "without the browser that began",
    request: ({ owner: { user, name, contactNumber } }) => ({
      body: { email: user.email, name, googleId: "1", contactNumber, password },
    }),
    signedOut: "AUTHORIZATION_ERROR",
    stranger: "AUTHORIZATION_ERROR",
    owner: "AUTHORIZATION_ERROR",
  },
];
