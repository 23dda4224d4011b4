import { limits } from "@hoplog/schema/limits.js";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { SignedCookies } from "./signedCookies.ts";

const name = "hoplog_session";
const kept = z.object({ sessionId: z.string() });
const deviceName = "hoplog_device";
const keptDevice = z.object({ deviceId: z.uuid() });
/** Paths that renew sessions; the cookie is sent nowhere else. */
const paths = ["/graphql", "/api/auth"];

/**
 * Binds sessions to browsers by a signed cookie that scripts can't read, so that tokens stolen from a page's storage
 * can be recognized. It only proves that a token comes from the browser that received it. A second cookie, which a
 * logout does not clear, recognizes browsers from which somebody has signed in before.
 */
export function bindSessionsToCookies(
  app: FastifyInstance,
  services: { readonly signedCookies: SignedCookies; readonly publicUrl: string },
): void {
  const { signedCookies, publicUrl } = services;
  const secure = publicUrl.startsWith("https:");
  const options = { httpOnly: true, sameSite: "strict", secure } as const;
  app.decorateRequest("browser");
  app.addHook("onRequest", async (request, reply) => {
    request.browser = {
      async holds(sessionId) {
        const found = await signedCookies.read("session", kept, request.cookies[name]);
        return found?.sessionId === sessionId;
      },
      async keep(sessionId) {
        const value = await signedCookies.sign("session", { sessionId }, limits.refreshTokenSeconds);
        const maxAge = limits.refreshTokenSeconds;
        for (const path of paths) reply.setCookie(name, value, { ...options, maxAge, path });
      },
      forget() {
        for (const path of paths) reply.clearCookie(name, { path });
      },
      async deviceId() {
        const found = await signedCookies.read("device", keptDevice, request.cookies[deviceName]);
        return found?.deviceId ?? null;
      },
      async keepDevice(deviceId) {
        const maxAge = limits.knownDeviceDays * 24 * 60 * 60;
        const value = await signedCookies.sign("device", { deviceId }, maxAge);
        for (const path of paths) reply.setCookie(deviceName, value, { ...options, maxAge, path });
      },
    };
  });
}
