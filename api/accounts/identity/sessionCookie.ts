import { limits } from "@hoplog/schema/limits.js";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { SignedCookies } from "./signedCookies.ts";

const name = "hoplog_session";
const kept = z.object({ sessionId: z.string() });
/** Where sessions are renewed: nothing else gets to see it. */
const paths = ["/graphql", "/api/auth"];

/**
 * Gives every request the browser that sent it, which keeps its session in a signed cookie that no page can read: whoever has taken
 * the tokens out of a page's storage doesn't have it. It proves only that a token comes from where it was given to.
 */
export function keepSessionsInCookies(
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
