import type { FastifyInstance } from "fastify";

/**
 * Parses JSON as Fastify does, but treats an empty body as missing, because many clients send `application/json` with
 * every call, even DELETE.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const read = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") done(null, undefined);
    else void read(request, body, done);
  });
}

/** Maximum body sizes in bytes. Larger bodies are rejected before parsing. */
export const bodyLimits = {
  any: 256 * 1024,
  /** Calls below /api/auth: a registration has a few hundred bytes. */
  auth: 16 * 1024,
} as const;

/** Applies the auth limit to every route below /api/auth that is registered afterwards. */
export function limitAuthBodies(app: FastifyInstance): void {
  app.addHook("onRoute", (route) => {
    if (route.url.startsWith("/api/auth/")) route.bodyLimit = bodyLimits.auth;
  });
}
