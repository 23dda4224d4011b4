import type { CookieSerializeOptions } from "@fastify/cookie";
import { HoplogError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import type { SignInFailure } from "@hoplog/schema/signInFailures.js";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { callerOf } from "../../../kernel/calls/actor.ts";
import { done } from "../../../kernel/contract/answerPieces.ts";
import type { Logs, PasswordHashing, PublicUrl } from "../../../kernel/calls/capabilities.ts";
import { documented } from "../../../kernel/calls/operation.ts";
import { parseInput, text } from "../../../kernel/contract/parse.ts";
import type { Database } from "../../../kernel/database/orm.ts";
import type { Events } from "../../../kernel/eventstore/eventStore.ts";
import type { LimitsOf } from "../../../kernel/limits/limits.ts";
import { accountTag, sessionAnswer, signInAnswer, signInText } from "../shown.ts";
import { claimsOf, type TokenServices } from "../authenticate.ts";
import { digest, type SessionServices } from "../sessions.ts";
import { completeSignUp, exchangeGoogleCode, handleGoogleSignIn } from "./commands.ts";
import { type GoogleSignIn, SignInError } from "./provider.ts";
import type { CookiePurpose, SignedCookies } from "../signedCookies.ts";

export interface SignIn {
  /** The provider; null if none is configured. */
  readonly google: GoogleSignIn | null;
  readonly signedCookies: SignedCookies;
}

/** External dependencies of Google sign-in. */
export type GoogleServices = Events &
  Database &
  Logs &
  PublicUrl &
  SessionServices &
  PasswordHashing &
  TokenServices &
  LimitsOf<"auth" | "registration"> &
  SignIn;

/** Path of the redirect URI under the app's URL. */
export const googleCallbackPath = "/api/auth/google/callback";

const cookieNames = {
  "google flow": "hoplog_google_flow",
  "google identity": "hoplog_google_identity",
  "google sign-in": "hoplog_google_sign_in",
} as const satisfies Partial<Record<CookiePurpose, string>>;
type GooglePurpose = keyof typeof cookieNames;
const flowSchema = z.object({ state: z.string(), nonce: z.string(), codeVerifier: z.string() });
const identitySchema = z.object({ issuer: z.string(), subject: z.string(), email: z.string(), name: z.string() });
/** Proves that this browser received the code, by its hash. */
const codeSchema = z.object({ codeHash: z.string() });
/** Content of the cookie of commit 6dbd9b43, which put tokens into the page's URL. */
const signInSchema = z.object({ sessionId: z.string() });
const exchangeBody = z.object({ code: text });
const completionBody = z.object({
  email: text,
  name: text,
  googleId: text,
  contactNumber: text,
  password: text,
});

/**
 * Registers the routes of Google sign-in. The flow's state, the proven identity and the hash of the sign-in code are
 * each in a signed cookie that lasts ten minutes, is hidden from scripts, and is used once.
 */
export function googleRoutes(app: FastifyInstance, services: GoogleServices): void {
  const { google, signedCookies } = services;
  const cookie: CookieSerializeOptions & { readonly path: string } = {
    path: "/api/auth",
    httpOnly: true,
    sameSite: "lax",
    maxAge: limits.googleFlowSeconds,
  };

  async function keep(reply: FastifyReply, purpose: GooglePurpose, value: Readonly<Record<string, string>>) {
    const signed = await signedCookies.sign(purpose, value, limits.googleFlowSeconds);
    reply.setCookie(cookieNames[purpose], signed, { ...cookie, secure: services.publicUrl.startsWith("https:") });
  }

  function spend(reply: FastifyReply, purpose: GooglePurpose): void {
    reply.clearCookie(cookieNames[purpose], { path: cookie.path });
  }

  function toPage(reply: FastifyReply, page: string, query: Readonly<Record<string, string>>): FastifyReply {
    const location = `${services.publicUrl}${page}?${new URLSearchParams(query).toString()}`;
    return reply.headers({ "cache-control": "no-store", "referrer-policy": "no-referrer" }).redirect(location, 302);
  }

  function failed(
    request: FastifyRequest,
    reply: FastifyReply,
    reason: SignInFailure | null,
    code?: unknown,
  ): FastifyReply {
    // Logs only the error code: messages and causes may contain parts of the URL.
    services.logger.warn({ requestId: request.id, reason: reason ?? "refused", code }, "a Google sign-in failed");
    return toPage(reply, "/login", { error: "oauth_failed", ...(reason && { reason }) });
  }

  app.get(
    "/api/auth/google",
    documented({
      id: "startGoogleSignIn",
      tag: accountTag,
      open: true,
      summary: "Start a Google sign-in",
      description:
        "Redirects the browser to the sign-in provider (Google by default), which later redirects it to the callback of this API.",
      answer: "redirect",
      failures: [501],
    }),
    async (request, reply) => {
      if (!google) return replyNotConfigured(reply);
      try {
        const { url, flow } = await google.start();
        await keep(reply, "google flow", { ...flow });
        return await reply.header("cache-control", "no-store").redirect(url.href, 302);
      } catch (error) {
        services.logger.warn({ err: error, requestId: request.id }, "could not start a Google sign-in");
        return failed(request, reply, "unreachable", codeOf(error));
      }
    },
  );

  app.get(
    googleCallbackPath,
    documented({
      id: "finishGoogleSignIn",
      tag: accountTag,
      open: true,
      summary: "Callback of the Google sign-in",
      description:
        "The sign-in provider redirects browsers to this callback, which finishes the sign-in and redirects to a page of the app.",
      answer: "redirect",
      failures: [501],
    }),
    async (request, reply) => {
      if (!google) return replyNotConfigured(reply);
      const flow = await signedCookies.read("google flow", flowSchema, request.cookies[cookieNames["google flow"]]);
      spend(reply, "google flow");
      if (!flow) return failed(request, reply, "expired");
      const identity = await google.finish(new URL(request.url, services.publicUrl), flow).catch((error: unknown) => {
        if (error instanceof SignInError) return error;
        return error instanceof Error ? error : new Error("unknown");
      });
      if (identity instanceof Error) {
        return failed(request, reply, identity instanceof SignInError ? identity.reason : null, codeOf(identity));
      }
      const outcome = await handleGoogleSignIn(services, identity);
      switch (outcome.kind) {
        case "known":
          await keep(reply, "google sign-in", { codeHash: digest(outcome.code) });
          return toPage(reply, "/google-oauth-complete", { action: "login", code: outcome.code });
        case "banned":
          return toPage(reply, "/login", { error: "account_banned" });
        case "new": {
          const { email, name, subject } = identity;
          await keep(reply, "google identity", { ...identity });
          return toPage(reply, "/google-oauth-complete", { action: "signup", email, name, googleId: subject });
        }
        case "address taken":
          return toPage(reply, "/login", { message: "user_exists_with_email", email: identity.email });
      }
    },
  );

  app.post(
    "/api/auth/google-oauth-exchange",
    documented({
      id: "exchangeGoogleCode",
      tag: accountTag,
      open: true,
      summary: "Exchange a Google sign-in code for a session",
      description: `The code works once, within ${limits.googleCodeSeconds / 60} minutes, and only in the browser that started the sign-in, which a cookie proves.`,
      body: exchangeBody,
      answer: { status: 200, is: signInAnswer.schema },
      failures: [400, 403],
    }),
    async (request, reply) => {
      const { code } = parseInput(exchangeBody, request.body);
      const presented = request.cookies[cookieNames["google sign-in"]];
      const bound = await signedCookies.read("google sign-in", codeSchema, presented);
      spend(reply, "google sign-in");
      if (bound?.codeHash !== digest(code)) {
        throw new HoplogError(
          "AUTHORIZATION_ERROR",
          "This browser did not start the sign-in. Start the sign-in again.",
        );
      }
      const caller = callerOf(request, "rest");
      const session = await exchangeGoogleCode(services, code, caller);
      return {
        success: true,
        message: signInText(session),
        ...(await signInAnswer.toBody(services, caller, session)),
      };
    },
  );

  /**
   * Lets the page of commit 6dbd9b43 read tokens from its URL, only in the browser that completed the flow with that
   * version. An Authorization header must belong to the same session.
   */
  app.post(
    "/api/auth/google-oauth-verify",
    documented({
      id: "verifyGoogleSignIn",
      tag: accountTag,
      open: true,
      summary: "Check whether this browser started the sign-in",
      description:
        "Supports pages of an earlier release that read tokens from the URL. Succeeds once, if the request has the cookie that the sign-in callback of that release set; otherwise fails with 403.",
      answer: done,
      failures: [400, 403, 501],
    }),
    async (request, reply) => {
      const presented = request.cookies[cookieNames["google sign-in"]];
      const signedIn = await signedCookies.read("google sign-in", signInSchema, presented);
      spend(reply, "google sign-in");
      const authorization = request.headers.authorization;
      const claims = await claimsOf(services, authorization, callerOf(request, "rest"));
      const other = authorization !== undefined && claims?.credential.id !== signedIn?.sessionId;
      if (!signedIn || other || services.revocations.has(signedIn.sessionId)) {
        throw new HoplogError(
          "AUTHORIZATION_ERROR",
          "This browser did not start the sign-in. Start the sign-in again.",
        );
      }
      return { success: true };
    },
  );

  app.post(
    "/api/auth/google-oauth-complete",
    documented({
      id: "completeGoogleSignUp",
      tag: accountTag,
      open: true,
      summary: "Create an account after Google sign-in",
      description:
        "Creates the account and a session. Requires the cookie with the identity that the sign-in provider has verified.",
      body: completionBody,
      answer: { status: 200, is: sessionAnswer.schema },
      failures: [400, 403, 409, 501],
    }),
    async (request, reply) => {
      if (!google) return replyNotConfigured(reply);
      const input = parseInput(completionBody, request.body);
      const presented = request.cookies[cookieNames["google identity"]];
      const identity = await signedCookies.read("google identity", identitySchema, presented);
      const caller = callerOf(request, "rest");
      const session = await completeSignUp(services, identity, input, caller);
      spend(reply, "google identity");
      const shown = await sessionAnswer.toBody(services, caller, session);
      return { success: true, message: "Registration successful!", ...shown };
    },
  );
}

function replyNotConfigured(reply: FastifyReply): FastifyReply {
  return reply.code(501).send({ success: false, message: "Google sign-in is not configured on this installation." });
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
