import { validationError } from "@hoplog/schema/errors.js";
import { outletLimits } from "@hoplog/schema/outlets.js";
import { confirmPasswordProblem } from "@hoplog/schema/validation/identity.js";
import { z } from "zod";
import type { PasswordHashing } from "../../kernel/calls/capabilities.ts";
import { etagOfSettings } from "../../kernel/calls/etag.ts";
import { optionalText, text } from "../../kernel/contract/parse.ts";
import { success } from "../../kernel/contract/answers.ts";
import { input } from "../../kernel/contract/entity.ts";
import { facesOf, operationsOn } from "../../kernel/contract/operations.ts";
import type { Database } from "../../kernel/database/orm.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";
import { accountTag, sessionAnswer, tokensAnswer, userAnswer } from "./shown.ts";
import { changeProfile, logIn, logOut, logOutEverywhere, register } from "./commands.ts";
import { confirmSession, sendConfirmCode } from "./confirm.ts";
import { changePassword, requestPasswordReset, resetPassword } from "./passwordCommands.ts";
import { getProfile, type Profile, profileSettings } from "./queries.ts";
import { refreshSession, type SessionServices } from "./sessions.ts";

/** External dependencies of accounts and sessions. */
export type IdentityServices = Database &
  Events &
  SessionServices &
  PasswordHashing &
  LimitsOf<"auth" | "login" | "registration" | "forgotPassword" | "emailChange" | "password">;

const weight = { cost: 500 };
const etagOf = (profile: Profile) => etagOfSettings(profileSettings(profile));

const profileChange = {
  summary: "Change the account",
  description:
    "Another e-mail address needs the current password, and takes effect when the link that is mailed to it is opened; until then it is `pendingEmail`. The current address drops a pending change.",
  conditional: true,
  answer: userAnswer,
} as const;
const name = text.describe("Name of the user");
const contactNumber = text.describe("Telephone number");
const email = "E-mail address to sign in with";
const currentPassword = optionalText.describe("Current password; required if `email` changes");

const passwordChange = {
  summary: "Change the password",
  description:
    "Ends all other sessions, pauses the outlets that they created, and drops a pending change of the e-mail address.",
  answer: success,
};
const passwordFields = {
  currentPassword: text.describe("Current password"),
  newPassword: text.describe("New password"),
};
const revocations = {
  revokeSqlAccess: z.boolean("Must be true or false").nullish().describe("Whether to end SQL access too"),
  revokeKeys: z.boolean("Must be true or false").nullish().describe("Whether to revoke all API keys that you created"),
};

const { query, mutation, restOnly, graphqlMutation, publicMutation } = operationsOn<IdentityServices>(accountTag);

/** The operations on accounts and sessions, except those that mailed links open. */
export const identityFaces = facesOf([
  publicMutation({
    name: "register",
    rest: "POST /api/auth/register",
    creates: true,
    summary: "Create an account",
    description: "Does not sign in.",
    takes: {
      input: input("RegisterInput", "A new account", {
        name,
        email: text.describe(email),
        contactNumber,
        password: text.describe("Password to sign in with"),
        confirmPassword: text.describe("The same password again"),
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
    description: "A failed sign-in doesn't tell whether the address or the password was wrong.",
    takes: { email: text.describe(email), password: text.describe("Password") },
    example: { email: "ada@example.com", password: "correct horse battery" },
    answer: sessionAnswer,
    message: "Login successful!",
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
      "Each refresh token works once. A second use ends the session, unless the browser that has the session repeats the call within 30 seconds: it gets the same answer again.",
    takes: { refreshToken: text.describe("Refresh token of the session") },
    answer: tokensAnswer,
    failures: [400],
    run: (services, caller, { refreshToken }) => refreshSession(services, refreshToken, caller),
  }),
  mutation({
    name: "logout",
    rest: "POST /api/auth/logout",
    summary: "End the session",
    description: "Ends the session of the access token, immediately and in all processes.",
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
    summary: "End every session of the account",
    description:
      "Includes the session of the call. Pauses the outlets that the other sessions created, and drops a pending change of the e-mail address.",
    needs: ["account:write"],
    takes: {},
    answer: success,
    message: "Logged out everywhere",
    failures: [400],
    run: logOutEverywhere,
  }),
  query({
    name: "me",
    id: "getProfile",
    rest: "GET /api/auth/profile",
    summary: "Get the account",
    description: "The account of the access token.",
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
    takes: { name, email: text.describe(email), contactNumber, currentPassword },
    message: "Profile updated successfully!",
    etagOf,
    failures: [400, 409],
    run: changeProfile,
  }),
  graphqlMutation({
    ...profileChange,
    name: "updateProfile",
    needs: ["account:write"],
    takes: { name, contactNumber, email: optionalText.describe(`${email}; unchanged by default`), currentPassword },
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
      confirmPassword: optionalText.describe("The new password again, as forms send it"),
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
    description: `Lets the session create outlets for ${outletLimits.confirmedMinutes} minutes. Required if its sign-in is older: calls that create outlets fail until then, with 403 and \`error.details.confirm\` in REST.`,
    needs: ["account:write"],
    takes: {
      currentPassword: optionalText.describe("Current password"),
      code: optionalText.describe("Code of the mail, for accounts without a password"),
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
    summary: "Mail a code that confirms the session",
    description: "For accounts without a password.",
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
    summary: "Request a password reset link by mail",
    description: "Returns the same whether or not the address has an account.",
    takes: { email: text.describe("E-mail address of the account") },
    answer: success,
    message: "Password reset email sent!",
    failures: [400],
    run: (services, caller, given) => requestPasswordReset(services, given.email, caller),
  }),
  publicMutation({
    name: "resetPassword",
    rest: "POST /api/auth/reset-password",
    summary: "Set a new password with the token of a mailed link",
    description:
      "Works once, within ten minutes. Ends all sessions, API keys and SQL access, pauses the outlets that those sessions and keys created, and drops a pending change of the e-mail address.",
    takes: { resetToken: text.describe("Token of the mailed link"), newPassword: text.describe("New password") },
    answer: success,
    message: "Password reset successfully!",
    weight,
    failures: [400],
    run: (services, caller, given) => resetPassword(services, given, caller),
  }),
]);
