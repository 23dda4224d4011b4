import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { type Landing, landingPaths } from "@hoplog/schema/landing.js";
import { apiOnlySegments, firstSegment, hiddenSegments, secretPages } from "@hoplog/schema/paths/appPaths.js";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { replyNotFound } from "../../kernel/calls/shownErrors.ts";
import { isPartOfPage, keepPartHeaders } from "./securityHeaders.ts";

/** Nothing below them is a page. */
const notPages: ReadonlySet<string> = new Set([...apiOnlySegments, ...hiddenSegments]);
/** What a file of the build is called that holds another one in fewer bytes. */
const compressed = /\.(br|gz)$/;

/**
 * The built web app: hashed files for a year, its pages fresh each time. A path that the build has rendered has a page
 * of its own, every other path that is the app's has app.html. `/` leads elsewhere where its own page is not wanted.
 */
export async function registerWebApp(app: FastifyInstance, webRoot: string, landing: Landing): Promise<void> {
  const root = path.resolve(webRoot);
  // While the app is developed there may be none: Vite serves it then.
  const rendered = new Set(existsSync(root) ? readdirSync(root).filter((file) => file.endsWith(".html")) : []);
  await app.register(fastifyStatic, {
    root,
    preCompressed: true,
    cacheControl: false,
    // No file is so large that a part of it would do; and a part would need headers that parts of a page don't keep.
    acceptRanges: false,
    index: ["index.html"],
    setHeaders(reply, file) {
      const url = `/${path.relative(root, file).replaceAll(path.sep, "/")}`.replace(compressed, "");
      const hashed = url.startsWith("/assets/");
      reply.header("cache-control", hashed ? "public, max-age=31536000, immutable" : "no-cache");
      if (isPartOfPage(url)) keepPartHeaders(reply);
    },
  });
  const instead = landingPaths[landing];
  if (instead !== null) {
    app.addHook("onRequest", async (request, reply) => {
      if (/^\/(\?|$)/.test(request.url)) return reply.header("cache-control", "no-cache").redirect(instead);
    });
  }
  app.setNotFoundHandler((request, reply) => {
    // What comes after the question mark says nothing: it may well end like a file, as an e-mail address does.
    const [pathname = ""] = request.url.split("?", 1);
    // `readableUrl` has refused what can't be decoded.
    const segment = firstSegment(decodeURIComponent(pathname)).toLowerCase();
    const page = (request.method === "GET" || request.method === "HEAD") && !notPages.has(segment);
    const file = /\.[a-z0-9]+$/i.test(pathname);
    if (!page || file) return replyNotFound(reply);
    // Some pages have secrets in their address until they have read them.
    if (secretPages.includes(pathname.toLowerCase())) reply.header("referrer-policy", "no-referrer");
    const own = `${pathname.slice(1)}.html`;
    return reply.code(200).sendFile(rendered.has(own) ? own : "app.html");
  });
}
