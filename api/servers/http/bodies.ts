import type { FastifyInstance } from "fastify";

/** Reads JSON as Fastify does, but takes an empty body for none: many clients say `application/json` with every call, DELETE as well. */
export function readJsonBodies(app: FastifyInstance): void {
  const read = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") done(null, undefined);
    else void read(request, body, done);
  });
}

/** How large a request's body may be, in bytes. What is larger is refused before it is parsed. */
export const bodyLimits = {
  any: 256 * 1024,
  /** Calls that anybody may make: a registration has some hundred bytes. */
  auth: 16 * 1024,
} as const;

/** Holds every route below /api/auth to its own limit, those to come as well. */
export function limitAuthBodies(app: FastifyInstance): void {
  app.addHook("onRoute", (route) => {
    if (route.url.startsWith("/api/auth/")) route.bodyLimit = bodyLimits.auth;
  });
}
