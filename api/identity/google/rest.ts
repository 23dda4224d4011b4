import type { CookieSerializeOptions } from "@fastify/cookie";
import { HoplogError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import { callerOf } from "../../calls/actor.ts";
import { done } from "../../calls/answers.ts";
import { documented } from "../../calls/operation.ts";
import { parseInput, text } from "../../calls/parse.ts";
import { accountTag, identityAnswers } from "../answers.ts";
import { claimsOf } from "../authenticate.ts";
import { userBody } from "../userBody.ts";
import { handleGoogleSignIn, type GoogleSignInOutcome, completeSignUp } from "./commands.ts";
import type { GoogleIdentity, GoogleSignIn } from "./provider.ts";
import type { GoogleServices } from "./services.ts";
import type { CookiePurpose } from "./signedCookies.ts";

/** Where the provider sends the browser back to, under the app's address. */
export const googleCallbackPath = "/api/auth/google/callback";

const cookieNames = {
  "google flow": "hoplog_google_flow",
  "google identity": "hoplog_google_identity",
  "google sign-in": "hoplog_google_sign_in",
} as const satisfies Partial<Record<CookiePurpose, string>>;
type GooglePurpose = keyof typeof cookieNames;
const flowSchema = z.object({ state: z.string(), nonce: z.string(), codeVerifier: z.string() });
const identitySchema = z.object({ issuer: z.string(), subject: z.string(), email: z.string(), name: z.string() });
const signInSchema = z.object({ sessionId: z.string() });
export const completionBody = z.object({
  email: text,
  name: text,
  googleId: text,
  contactNumber: text,
  password: text,
});

/**
 * Signing in with Google. The flow's state, the identity that Google has proven, and the leave to take tokens from the
 * address bar each lie in a signed cookie of ten minutes, which pages can't read and which is spent by its use.
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

  const failed = (reply: FastifyReply) => toPage(reply, "/login", { error: "oauth_failed" });

  app.get(
    "/api/auth/google",
    documented({
      tag: accountTag,
      open: true,
      summary: "Sign in with Google",
      description: "For browsers: leads to Google.",
      answer: "redirect",
      failures: [501],
    }),
    async (_request, reply) => {
      if (!google) return replyNotConfigured(reply);
      try {
        const { url, flow } = await google.start();
        await keep(reply, "google flow", { ...flow });
        return await reply.header("cache-control", "no-store").redirect(url.href, 302);
      } catch (error) {
        services.logger.warn({ err: error }, "the Google sign-in could not be started");
        return failed(reply);
      }
    },
  );

  app.get(
    googleCallbackPath,
    documented({
      tag: accountTag,
      open: true,
      summary: "Where Google leads back to",
      description: "For browsers that have started the sign-in; leads to a page of the app.",
      answer: "redirect",
      failures: [501],
    }),
    async (request, reply) => {
      if (!google) return replyNotConfigured(reply);
      const flow = await signedCookies.read("google flow", flowSchema, request.cookies[cookieNames["google flow"]]);
      spend(reply, "google flow");
      if (!flow) return failed(reply);
      const identity = await finishFlow(google, new URL(request.url, services.publicUrl), flow);
      if (!identity) return failed(reply);
      const outcome = await handleGoogleSignIn(services, identity, callerOf(request, "rest"));
      switch (outcome.kind) {
        case "signed in":
          await keep(reply, "google sign-in", await sessionOf(outcome));
          return toPage(reply, "/google-oauth-complete", loginParameters(outcome));
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

  async function finishFlow(
    signIn: GoogleSignIn,
    callback: URL,
    flow: z.infer<typeof flowSchema>,
  ): Promise<GoogleIdentity | null> {
    try {
      return await signIn.finish(callback, flow);
    } catch (error) {
      // Its code says what was wrong; the message or the cause may hold what was in the address.
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      services.logger.info({ code }, "a Google sign-in failed");
      return null;
    }
  }

  async function sessionOf({ tokens }: GoogleSignInOutcome & { kind: "signed in" }): Promise<{ sessionId: string }> {
    const claims = await services.accessTokens.verify(tokens.accessToken);
    if (!claims) throw new Error("the access token just made is not valid");
    return { sessionId: claims.sessionId };
  }

  /**
   * Asked by the page that finds tokens in its address, before it takes them: they count only in the browser that has
   * just been through the flow. With an Authorization header, only those of that very session do.
   */
  app.post(
    "/api/auth/google-oauth-verify",
    documented({
      tag: accountTag,
      open: true,
      summary: "Whether this browser has started the sign-in",
      description: "Works once, with a cookie that is set where the sign-in starts.",
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
        throw new HoplogError("AUTHORIZATION_ERROR", "This browser did not start the Google sign-in.");
      }
      return { success: true };
    },
  );

  app.post(
    "/api/auth/google-oauth-complete",
    documented({
      tag: accountTag,
      open: true,
      summary: "Complete an account that begins with Google",
      description: "Needs the cookie with the identity that Google has proven.",
      body: completionBody,
      answer: { status: 200, is: identityAnswers.SessionAnswer },
      failures: [400, 403, 409, 422, 501],
    }),
    async (request, reply) => {
      if (!google) return replyNotConfigured(reply);
      const input = parseInput(completionBody, request.body);
      const presented = request.cookies[cookieNames["google identity"]];
      const identity = await signedCookies.read("google identity", identitySchema, presented);
      const { user, tokens } = await completeSignUp(services, identity, input, callerOf(request, "rest"));
      spend(reply, "google identity");
      return { success: true, message: "Registration successful!", user: userBody(user), tokens };
    },
  );
}

function replyNotConfigured(reply: FastifyReply): FastifyReply {
  return reply.code(501).send({ success: false, message: "Signing in with Google is not set up here." });
}

function loginParameters({ user, tokens }: GoogleSignInOutcome & { kind: "signed in" }): Record<string, string> {
  return {
    action: "login",
    accessToken: tokens.accessToken,
    refreshToken: tokens.refreshToken,
    expiresIn: String(tokens.expiresIn),
    refreshExpiresIn: String(tokens.refreshExpiresIn),
    userId: user.id,
    userEmail: user.email,
    userName: user.name,
    userContactNumber: user.contactNumber,
    isGoogleUser: String(user.isGoogleUser),
    emailVerified: String(user.emailVerified),
  };
}
