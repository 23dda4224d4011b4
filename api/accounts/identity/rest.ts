import { validationError } from "@hoplog/schema/errors.js";
import { outletLimits } from "@hoplog/schema/outlets.js";
import { confirmPasswordProblem } from "@hoplog/schema/validation/identity.js";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { callerOf, type RequireActor } from "../../kernel/calls/actor.ts";
import { done } from "../../kernel/calls/answers.ts";
import { etagOfSettings } from "../../kernel/calls/etag.ts";
import { documented } from "../../kernel/calls/operation.ts";
import { optionalText, parseInput, text } from "../../kernel/calls/parse.ts";
import { plainPage } from "../../kernel/calls/plainPage.ts";
import { accountTag, identityAnswers } from "./answers.ts";
import { changeProfile, logIn, logOut, logOutEverywhere, register } from "./commands.ts";
import { confirmSession, sendConfirmCode } from "./confirm.ts";
import { type Cancellation, cancelEmailChange, confirmEmailChange } from "./emailChange.ts";
import { changePassword, requestPasswordReset, resetPassword } from "./passwordCommands.ts";
import { getProfile, profileSettings } from "./queries.ts";
import type { IdentityServices } from "./services.ts";
import { refreshSession } from "./sessions.ts";
import { userBody } from "./userBody.ts";

export const registrationBody = z.object({
  name: text,
  email: text,
  contactNumber: text,
  password: text,
  confirmPassword: text,
});
export const loginBody = z.object({ email: text, password: text });
export const profileBody = z.object({
  name: text,
  email: text,
  contactNumber: text,
  currentPassword: optionalText.describe("Needed where `email` is another one than the present one"),
});
export const refreshBody = z.object({ refreshToken: text });
export const changeBody = z.object({
  currentPassword: text,
  newPassword: text,
  confirmPassword: optionalText.describe("The new password again, as a form sends it"),
  revokeSqlAccess: z
    .boolean("Must be true or false")
    .nullish()
    .transform((value) => value ?? false)
    .describe("Whether SQL access ends too"),
  revokeKeys: z
    .boolean("Must be true or false")
    .nullish()
    .transform((value) => value ?? false)
    .describe("Whether all API keys that you have made end too"),
});
export const confirmBody = z.object({
  currentPassword: optionalText,
  code: optionalText.describe("Of the mail, for accounts without a password"),
});
export const forgotBody = z.object({ email: text });
export const resetBody = z.object({ resetToken: text, newPassword: text });
export const verifyQuery = z.object({ token: text });

export function identityRoutes(app: FastifyInstance, services: IdentityServices, requireActor: RequireActor): void {
  app.post(
    "/api/auth/register",
    documented({
      id: "register",
      tag: accountTag,
      open: true,
      summary: "Make an account",
      description: "Signs nobody in.",
      body: registrationBody,
      example: {
        name: "Ada Lovelace",
        email: "ada@example.com",
        contactNumber: "+44 20 7946 0000",
        password: "correct horse battery",
        confirmPassword: "correct horse battery",
      },
      answer: { status: 201, is: identityAnswers.UserAnswer },
      failures: [400, 409],
    }),
    async (request, reply) => {
      const profile = await register(services, parseInput(registrationBody, request.body), callerOf(request, "rest"));
      const user = userBody(profile);
      return reply
        .code(201)
        .send({ success: true, message: "Registration successful! Please login.", user, data: user });
    },
  );

  app.post(
    "/api/auth/login",
    documented({
      id: "login",
      tag: accountTag,
      open: true,
      summary: "Sign in",
      description: "A failed log-in doesn't say which of the two was wrong.",
      body: loginBody,
      example: { email: "ada@example.com", password: "correct horse battery" },
      answer: { status: 200, is: identityAnswers.SessionAnswer },
      failures: [400],
    }),
    async (request) => {
      const { user, tokens } = await logIn(services, parseInput(loginBody, request.body), callerOf(request, "rest"));
      return { success: true, message: "Login successful!", user: userBody(user), tokens };
    },
  );

  app.post(
    "/api/auth/refresh-token",
    documented({
      id: "refreshToken",
      tag: accountTag,
      open: true,
      summary: "Exchange a refresh token for new tokens",
      description:
        "Each refresh token works once. One that comes a second time ends the session, unless it comes within 30 seconds and from the browser that has it, which gets the same answer again.",
      body: refreshBody,
      answer: { status: 200, is: identityAnswers.TokensAnswer },
      failures: [400],
    }),
    async (request) => {
      const { refreshToken } = parseInput(refreshBody, request.body);
      return { success: true, tokens: await refreshSession(services, refreshToken, callerOf(request, "rest")) };
    },
  );

  app.post(
    "/api/auth/logout",
    documented({
      id: "logout",
      tag: accountTag,
      summary: "End the session",
      description: "The one that the access token belongs to, at once and everywhere.",
      answer: done,
      failures: [400],
    }),
    async (request) => {
      await logOut(services, await requireActor(request));
      return { success: true, message: "Logged out" };
    },
  );

  app.post(
    "/api/auth/logout-all",
    documented({
      id: "logoutEverywhere",
      tag: accountTag,
      summary: "End every session of the account",
      description:
        "This one too. Outlets that the other sessions created are paused. A change of the e-mail address that waits for its link is dropped.",
      answer: done,
      failures: [400],
    }),
    async (request) => {
      await logOutEverywhere(services, await requireActor(request));
      return { success: true, message: "Logged out everywhere" };
    },
  );

  app.get(
    "/api/auth/profile",
    documented({
      id: "getProfile",
      tagged: true,
      tag: accountTag,
      summary: "The account",
      description: "Whom the access token belongs to.",
      answer: { status: 200, is: identityAnswers.UserAnswer },
      failures: [],
    }),
    async (request, reply) => {
      const profile = await getProfile(services, await requireActor(request));
      reply.header("etag", etagOfSettings(profileSettings(profile)));
      const user = userBody(profile);
      return { success: true, user, data: user };
    },
  );

  app.put(
    "/api/auth/profile",
    documented({
      id: "updateProfile",
      tagged: true,
      tag: accountTag,
      summary: "Change the account",
      description:
        "Another address needs the present password, and takes effect when the link that is mailed there is opened. Giving the present address drops a change that waits.",
      conditional: true,
      body: profileBody,
      answer: { status: 200, is: identityAnswers.UserAnswer },
      failures: [400, 409],
    }),
    async (request, reply) => {
      const actor = await requireActor(request);
      const profile = await changeProfile(services, actor, parseInput(profileBody, request.body));
      reply.header("etag", etagOfSettings(profileSettings(profile)));
      const user = userBody(profile);
      return { success: true, message: "Profile updated successfully!", user, data: user };
    },
  );

  app.post(
    "/api/auth/change-password",
    documented({
      id: "changePassword",
      tag: accountTag,
      summary: "Change the password",
      description:
        "Ends all other sessions, pauses the outlets that they created, and drops a change of the e-mail address that waits for its link.",
      body: changeBody,
      answer: done,
      failures: [400],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const { confirmPassword, ...change } = parseInput(changeBody, request.body);
      const message = confirmPassword ? confirmPasswordProblem(change.newPassword, confirmPassword) : null;
      if (message !== null) throw validationError([{ field: "confirmPassword", message }]);
      await changePassword(services, actor, change);
      return { success: true, message: "Password changed successfully!" };
    },
  );

  app.post(
    "/api/auth/confirm",
    documented({
      id: "confirmSession",
      tag: accountTag,
      summary: "Confirm the session with the password",
      description: `Lets this session create outlets for ${outletLimits.confirmedMinutes} minutes. Needed if the login is older than that: such calls answer 403 with \`error.details.confirm\` until then.`,
      body: confirmBody,
      example: { currentPassword: "correct horse battery" },
      answer: done,
      failures: [400, 403],
    }),
    async (request) => {
      await confirmSession(services, await requireActor(request), parseInput(confirmBody, request.body));
      return { success: true, message: "Confirmed" };
    },
  );

  app.post(
    "/api/auth/confirm/mail",
    documented({
      id: "sendConfirmationCode",
      tag: accountTag,
      summary: "Mail a code that confirms the session",
      description: "For accounts without a password.",
      answer: done,
      failures: [400, 403],
    }),
    async (request) => {
      await sendConfirmCode(services, await requireActor(request));
      return { success: true, message: "Code sent" };
    },
  );

  app.post(
    "/api/auth/forgot-password",
    documented({
      id: "requestPasswordReset",
      tag: accountTag,
      open: true,
      summary: "Ask for a reset link by e-mail",
      description: "Answers the same whether or not the address has an account.",
      body: forgotBody,
      answer: done,
      failures: [400],
    }),
    async (request) => {
      const { email } = parseInput(forgotBody, request.body);
      await requestPasswordReset(services, email, callerOf(request, "rest"));
      return { success: true, message: "Password reset email sent!" };
    },
  );

  app.post(
    "/api/auth/reset-password",
    documented({
      id: "resetPassword",
      tag: accountTag,
      open: true,
      summary: "Set a new password with a mailed token",
      description:
        "Works once, within ten minutes. Ends all sessions, API keys and SQL access, pauses the outlets that those sessions and keys created, and drops a change of the e-mail address that waits for its link.",
      body: resetBody,
      answer: done,
      failures: [400],
    }),
    async (request) => {
      await resetPassword(services, parseInput(resetBody, request.body), callerOf(request, "rest"));
      return { success: true, message: "Password reset successfully!" };
    },
  );

  // Opened from a mail, so it leads to a page. Programs that look at links with HEAD must not use it up.
  app.get(
    "/api/auth/verify-email",
    {
      ...documented({
        id: "verifyEmail",
        tag: accountTag,
        open: true,
        summary: "Confirm a new e-mail address",
        description: "Opened from a mail; leads to the profile page.",
        query: verifyQuery,
        answer: "redirect",
        failures: [422],
      }),
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const { token } = parseInput(verifyQuery, request.query);
      const outcome = (await confirmEmailChange(services, token, callerOf(request, "rest"))) ? "changed" : "expired";
      return reply
        .header("referrer-policy", "no-referrer")
        .redirect(`${services.publicUrl}/profile?email=${outcome}`, 302);
    },
  );

  // Opened from a mail, signed in or not, so it is a page of its own. A scanner that follows links may
  // cancel a change that was wanted; it can't make one.
  app.get(
    "/api/auth/cancel-email-change",
    {
      ...documented({
        id: "cancelEmailChange",
        tag: accountTag,
        open: true,
        summary: "Cancel a change of the e-mail address",
        description: "Opened from the mail to the present address; ends all sessions of the account.",
        query: verifyQuery,
        answer: "page",
        failures: [422],
      }),
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const { token } = parseInput(verifyQuery, request.query);
      const outcome = await cancelEmailChange(services, token, callerOf(request, "rest"));
      const page = plainPage({ ...cancellationTexts[outcome], links: cancellationLinks(services.publicUrl) });
      return reply
        .code(outcome === "cancelled" ? 200 : 410)
        .type("text/html; charset=utf-8")
        .header("referrer-policy", "no-referrer")
        .send(page);
    },
  );
}

const cancellationTexts: Readonly<Record<Cancellation, { title: string; paragraphs: readonly string[] }>> = {
  cancelled: {
    title: "The change is cancelled",
    paragraphs: [
      "Your e-mail address stays as it is, and all sessions of your account have ended.",
      "If it was not you who asked for the change, somebody knows your password: set a new one now.",
    ],
  },
  "made before": {
    title: "The address was changed before",
    paragraphs: [
      "The link that confirms the new address was opened before this one, so there is nothing left to cancel.",
      "If this was not you, sign in with the new address, which our mail names, and change your password at once. If you can't, write to the people who run this service.",
    ],
  },
  over: {
    title: "There is nothing to cancel",
    paragraphs: [
      "This link has ended: the change was cancelled, or nobody confirmed it in time. Your e-mail address stays as it is.",
    ],
  },
};

const cancellationLinks = (publicUrl: string) => [
  { label: "Set a new password", url: `${publicUrl}/forgot-password` },
  { label: "Sign in", url: `${publicUrl}/login` },
];
