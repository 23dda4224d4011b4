import type { FastifyInstance } from "fastify";

/** Reads JSON as Fastify does, but takes an empty body for none: many clients say `application/json` with every call, DELETE as well. */
export function readJsonBodies(app: FastifyInstance): void {
  const read = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") done(null, undefined);
    else void read(request, body, done);
  });
}
