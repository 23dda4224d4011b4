import { validationError } from "@hoplog/schema/errors.js";
import { outletLimits } from "@hoplog/schema/outlets.js";
import { confirmPasswordProblem } from "@hoplog/schema/validation/identity.js";
import { z } from "zod";
import type { PasswordHashing } from "../../kernel/calls/capabilities.ts";
import { limits } from "@hoplog/schema/limits.js";
import { recordId } from "../../kernel/contract/answerPieces.ts";
import { etagOfSettings } from "../../kernel/calls/etag.ts";
import { optionalText, text } from "../../kernel/contract/parse.ts";
import { confirmation, many, success } from "../../kernel/contract/answers.ts";
import { input } from "../../kernel/contract/entity.ts";
import { facesOf, operationsOn } from "../../kernel/contract/operations.ts";
import type { Database } from "../../kernel/database/orm.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";
import { accountTag, openSession, signInAnswer, signInText, tokensAnswer, userAnswer } from "./shown.ts";

import { changeProfile, logIn, logOut, logOutEverywhere, register } from "./commands.ts";
import { confirmSession, sendConfirmCode } from "./confirm.ts";
import { changePassword, requestPasswordReset, resetPassword } from "./passwordCommands.ts";
import { endSession, listSessions } from "./openSessions.ts";
import { getProfile, type Profile, profileSettings } from "./queries.ts";
import type { SecondFactorServices } from "./secondFactor.ts";
import { refreshSession, type SessionServices } from "./sessions.ts";

/** External dependencies of accounts and sessions. */
export type IdentityServices = Database &
  Reads &
  Events &
  SessionServices &
  PasswordHashing &
  LimitsOf<"auth" | "login" | "registration" | "forgotPassword" | "emailChange" | "password" | "secondFactor"> &
  Pick<SecondFactorServices, "totpBox">;

const weight = { cost: 500 };
const etagOf = (profile: Profile) => etagOfSettings(profileSettings(profile));

const profileChange = {
  summary: "Change the profile of the account",
  description:
    "Omitted fields keep their value. A new email address requires the current password, and takes effect when the link that is sent to it is opened; until then it is `pendingEmail`. Sending the current address cancels a pending change.",
  conditional: true,
  answer: userAnswer,
} as const;
const name = text.describe("Name of the user");
const contactNumber = text.describe("Contact phone number");
const email = "Email address to sign in with";
const ofNewEmail = {
  currentPassword: optionalText.describe("Current password; required if `email` changes"),
  code: optionalText.describe(
    "Code of the authenticator app, or a recovery code; required if `email` changes and the account has a second factor",
  ),
};

const passwordChange = {
  summary: "Change the password",
  description:
    "Ends all other sessions, pauses the outlets that those sessions and revoked API keys created, and cancels a pending change of the email address.",
  answer: success,
};
const passwordFields = {
  currentPassword: text.describe("Current password"),
  newPassword: text.describe("New password"),
};
const revocations = {
  revokeSqlAccess: z.boolean("Must be true or false").nullish().describe("Whether to revoke SQL access as well"),
  revokeKeys: z
    .boolean("Must be true or false")
    .nullish()
    .describe("Whether to revoke all API keys that the user has created"),
};

const { query, mutation, restOnly, graphqlMutation, publicMutation } = operationsOn<IdentityServices>(
  accountTag,
  "Session",
);

/** The operations on accounts and sessions, except those that mailed links open. */
export const identityFaces = facesOf([
  publicMutation({
    name: "register",
    rest: "POST /api/auth/register",
    creates: true,
    summary: "Create an account",
    description: "Creates the account but no session; sign in afterwards.",
    takes: {
      input: input("RegisterInput", "The data of a new account", {
        name,
        email: text.describe(email),
        contactNumber,
        password: text.describe("Password of the account"),
        confirmPassword: text.describe("Repetition of the password"),
      }),
    },
    example: {
      name: "Ada Lovelace",
      email: "ada@example.com",
      contactNumber: "+44 20 7946 0000",
      password: "correct horse battery",
      confirmPassword: "correct horse battery",
    },
    answer: userAnswer,
    message: "Registration successful! Please login.",
    weight,
    failures: [400, 409],
    run: (services, caller, given) => register(services, given.input, caller),
  }),
  publicMutation({
    name: "login",
    rest: "POST /api/auth/login",
    summary: "Sign in with a password",
    description:
      "Returns a new session. If the account has a second factor, REST returns only a `challenge`, and GraphQL an AUTHENTICATION_ERROR with `details.challenge`; complete the challenge with a code. A failed sign-in does not reveal whether the email address or the password was wrong.",
    takes: { email: text.describe(email), password: text.describe("Password of the account") },
    example: { email: "ada@example.com", password: "correct horse battery" },
    answer: signInAnswer,
    message: signInText,
    weight,
    failures: [400],
    run: (services, caller, given) => logIn(services, given, caller),
  }),
  publicMutation({
    name: "refreshTokens",
    id: "refreshToken",
    rest: "POST /api/auth/refresh-token",
    summary: "Exchange a refresh token for new tokens",
    description:
      "Each refresh token works once. A second use ends the session, except that the same browser can repeat the call within 30 seconds and then gets the newest tokens of the session.",
    takes: { refreshToken: text.describe("Refresh token of the session") },
    answer: tokensAnswer,
    failures: [400],
    run: (services, caller, { refreshToken }) => refreshSession(services, refreshToken, caller),
  }),
  mutation({
    name: "logout",
    rest: "POST /api/auth/logout",
    summary: "End the current session",
    description: "Ends the session of the access token immediately, in all processes.",
    needs: ["account:write"],
    takes: {},
    answer: success,
    message: "Logged out",
    failures: [400],
    run: logOut,
  }),
  mutation({
    name: "logoutAll",
    id: "logoutEverywhere",
    rest: "POST /api/auth/logout-all",
    summary: "End all sessions of the account",
    description:
      "Also ends the session of this call. Pauses the outlets that the other sessions created, and cancels a pending change of the email address.",
    needs: ["account:write"],
    takes: {},
    answer: success,
    message: "Logged out everywhere",
    failures: [400],
    run: logOutEverywhere,
  }),
  query({
    name: "sessions",
    id: "listSessions",
    rest: "GET /api/auth/sessions",
    summary: "List open sessions of the account",
    description: `Returns at most ${limits.sessionsListed} sessions, the most recently used first. A session is open until it is ended or has not been renewed for 30 days.`,
    needs: ["account:read"],
    takes: {},
    answer: many(openSession),
    weight: { length: limits.sessionsListed },
    failures: [],
    run: listSessions,
  }),
  mutation({
    name: "endSession",
    rest: "DELETE /api/auth/sessions/:id",
    summary: "End one session of the account",
    description:
      "Ends the session immediately, in all processes, and pauses the outlets that the session created. Ending the session of this call pauses no outlets, like a logout.",
    needs: ["account:write"],
    takes: { id: recordId },
    answer: confirmation,
    message: "Session ended",
    failures: [404],
    run: (services, actor, { id }) => endSession(services, actor, id),
  }),
  query({
    name: "me",
    id: "getProfile",
    rest: "GET /api/auth/profile",
    summary: "Get the profile of the account",
    description: "Returns the user to whom the access token belongs.",
    needs: ["account:read"],
    takes: {},
    answer: userAnswer,
    etagOf,
    failures: [],
    run: getProfile,
  }),
  restOnly({
    ...profileChange,
    id: "updateProfile",
    rest: "PUT /api/auth/profile",
    needs: ["account:write"],
    takes: { name, email: text.describe(email), contactNumber, ...ofNewEmail },
    message: "Profile updated successfully!",
    etagOf,
    failures: [400, 409],
    run: changeProfile,
  }),
  graphqlMutation({
    ...profileChange,
    name: "updateProfile",
    needs: ["account:write"],
    takes: { name, contactNumber, email: optionalText.describe(`${email}; unchanged by default`), ...ofNewEmail },
    weight,
    run: (services, actor, given) => changeProfile(services, actor, { ...given, email: given.email ?? null }),
  }),
  restOnly({
    ...passwordChange,
    id: "changePassword",
    rest: "POST /api/auth/change-password",
    needs: ["account:write"],
    takes: {
      ...passwordFields,
      confirmPassword: optionalText.describe("Repetition of the new password"),
      ...revocations,
    },
    message: "Password changed successfully!",
    failures: [400],
    async run(services, actor, { confirmPassword, ...change }) {
      const message = confirmPassword ? confirmPasswordProblem(change.newPassword, confirmPassword) : null;
      if (message !== null) throw validationError([{ field: "confirmPassword", message }]);
      await changePassword(services, actor, change);
    },
  }),
  graphqlMutation({
    ...passwordChange,
    name: "changePassword",
    needs: ["account:write"],
    takes: { ...passwordFields, ...revocations },
    weight,
    run: changePassword,
  }),
  mutation({
    name: "confirmSession",
    rest: "POST /api/auth/confirm",
    summary: "Confirm the session with the password",
    description: `Allows the session to create, redirect, extend and resume outlets for ${outletLimits.confirmedMinutes} minutes. If the last sign-in or confirmation is older, these calls fail with status 403 and \`confirm\` in the \`details\` of the error.`,
    needs: ["account:write"],
    takes: {
      currentPassword: optionalText.describe("Current password"),
      code: optionalText.describe("The code from the email, for accounts without a password"),
    },
    example: { currentPassword: "correct horse battery" },
    answer: success,
    message: "Confirmed",
    weight,
    failures: [400, 403],
    run: confirmSession,
  }),
  mutation({
    name: "sendConfirmCode",
    id: "sendConfirmationCode",
    rest: "POST /api/auth/confirm/mail",
    summary: "Send a confirmation code by email",
    description: "Only for accounts without a password. The code confirms the session.",
    needs: ["account:write"],
    takes: {},
    answer: success,
    message: "Code sent",
    failures: [400, 403],
    run: sendConfirmCode,
  }),
  publicMutation({
    name: "forgotPassword",
    id: "requestPasswordReset",
    rest: "POST /api/auth/forgot-password",
    summary: "Request a password reset link by email",
    description: "The response does not reveal whether the email address has an account.",
    takes: { email: text.describe("Email address of the account") },
    answer: success,
    message: "Password reset email sent!",
    failures: [400],
    run: (services, caller, given) => requestPasswordReset(services, given.email, caller),
  }),
  publicMutation({
    name: "resetPassword",
    rest: "POST /api/auth/reset-password",
    summary: "Set a new password with a reset token",
    description:
      "The token works once, within ten minutes of the request for it. Ends all sessions, API keys and SQL access, pauses the outlets that those sessions and keys created, and cancels a pending change of the email address.",
    takes: {
      resetToken: text.describe("Token from the password reset link"),
      newPassword: text.describe("New password"),
    },
    answer: success,
    message: "Password reset successfully!",
    weight,
    failures: [400],
    run: (services, caller, given) => resetPassword(services, given, caller),
  }),
]);
