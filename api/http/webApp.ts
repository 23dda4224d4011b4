import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { replyNotFound } from "./errorReply.ts";

const apiPath = /^\/(api|graphql|dev|healthz|metrics)(\/|$|\?)/;

/** The built web app: hashed files for a year, index.html fresh each time and for every path that is the app's own. */
export async function registerWebApp(app: FastifyInstance, webRoot: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: path.resolve(webRoot),
    preCompressed: true,
    cacheControl: false,
    index: ["index.html"],
    setHeaders(reply, file) {
      const hashed = file.includes(`${path.sep}assets${path.sep}`);
      reply.header("cache-control", hashed ? "public, max-age=31536000, immutable" : "no-cache");
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const page = (request.method === "GET" || request.method === "HEAD") && !apiPath.test(request.url);
    const file = /\.[a-z0-9]+(\?|$)/i.test(request.url);
    return page && !file ? reply.code(200).sendFile("index.html") : replyNotFound(reply);
  });
}
