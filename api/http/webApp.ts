import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { replyNotFound } from "../calls/errorBody.ts";

const apiPath = /^\/(api|graphql|dev|healthz|metrics)(\/|$)/;
const secretPages: ReadonlySet<string> = new Set(["/google-oauth-complete", "/reset-password"]);

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
    // What comes after the question mark says nothing: it may well end like a file, as an e-mail address does.
    const [pathname = ""] = request.url.split("?", 1);
    const page = (request.method === "GET" || request.method === "HEAD") && !apiPath.test(pathname);
    const file = /\.[a-z0-9]+$/i.test(pathname);
    if (!page || file) return replyNotFound(reply);
    // Some pages have secrets in their address until they have read them.
    if (secretPages.has(pathname)) reply.header("referrer-policy", "no-referrer");
    return reply.code(200).sendFile("index.html");
  });
}
