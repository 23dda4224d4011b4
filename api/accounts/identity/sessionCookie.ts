import { limits } from "@hoplog/schema/limits.js";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { SignedCookies } from "./signedCookies.ts";

const name = "hoplog_session";
const kept = z.object({ sessionId: z.string() });
/** Paths that renew sessions; the cookie is sent nowhere else. */
const paths = ["/graphql", "/api/auth"];

/**
 * Binds sessions to browsers by a signed cookie that scripts can't read, so that tokens stolen from a page's storage
 * can be recognized. It only proves that a token comes from the browser that received it.
 */
export function bindSessionsToCookies(
  app: FastifyInstance,
  services: { readonly signedCookies: SignedCookies; readonly publicUrl: string },
): void {
  const { signedCookies, publicUrl } = services;
  const secure = publicUrl.startsWith("https:");
  const options = { httpOnly: true, sameSite: "strict", secure, maxAge: limits.refreshTokenSeconds } as const;
  app.decorateRequest("browser");
  app.addHook("onRequest", async (request, reply) => {
    request.browser = {
      async holds(sessionId) {
        const found = await signedCookies.read("session", kept, request.cookies[name]);
        return found?.sessionId === sessionId;
      },
      async keep(sessionId) {
        const value = await signedCookies.sign("session", { sessionId }, limits.refreshTokenSeconds);
        for (const path of paths) reply.setCookie(name, value, { ...options, path });
      },
      forget() {
        for (const path of paths) reply.clearCookie(name, { path });
      },
    };
  });
}
