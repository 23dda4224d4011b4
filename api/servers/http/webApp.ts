import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { type Landing, landingPaths } from "@hoplog/schema/landing.js";
import { apiOnlySegments, firstSegment, hiddenSegments, secretPages } from "@hoplog/schema/paths/appPaths.js";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { replyNotFound } from "../../kernel/calls/shownErrors.ts";
import { isPartOfPage, removeDocumentHeaders } from "./securityHeaders.ts";

/** Path segments that never contain pages. */
const notPages: ReadonlySet<string> = new Set([...apiOnlySegments, ...hiddenSegments]);
/** Extensions of the build's compressed files. */
const compressed = /\.(br|gz)$/;

/**
 * Serves the built web app: hashed files are cached for a year, pages are revalidated each time. Prerendered paths have
 * their own page, all other app paths get app.html. `/` redirects if the landing page is disabled.
 */
export async function registerWebApp(app: FastifyInstance, webRoot: string, landing: Landing): Promise<void> {
  const root = path.resolve(webRoot);
  // In development there may be no built app, because Vite serves it.
  const rendered = new Set(existsSync(root) ? readdirSync(root).filter((file) => file.endsWith(".html")) : []);
  await app.register(fastifyStatic, {
    root,
    preCompressed: true,
    cacheControl: false,
    // Files are too small for range requests, which would also need headers that subresources lack.
    acceptRanges: false,
    index: ["index.html"],
    setHeaders(reply, file) {
      const url = `/${path.relative(root, file).replaceAll(path.sep, "/")}`.replace(compressed, "");
      const hashed = url.startsWith("/assets/");
      reply.header("cache-control", hashed ? "public, max-age=31536000, immutable" : "no-cache");
      if (isPartOfPage(url)) removeDocumentHeaders(reply);
    },
  });
  const instead = landingPaths[landing];
  if (instead !== null) {
    app.addHook("onRequest", async (request, reply) => {
      if (/^\/(\?|$)/.test(request.url)) return reply.header("cache-control", "no-cache").redirect(instead);
    });
  }
  app.setNotFoundHandler((request, reply) => {
    // Ignores the query string, which may end like a file name, for example with an email address.
    const [pathname = ""] = request.url.split("?", 1);
    // `readableUrl` has already replaced paths with malformed escapes.
    const segment = firstSegment(decodeURIComponent(pathname)).toLowerCase();
    const page = (request.method === "GET" || request.method === "HEAD") && !notPages.has(segment);
    const file = /\.[a-z0-9]+$/i.test(pathname);
    if (!page || file) return replyNotFound(reply);
    // Pages that have a secret in their URL until their script has read it must not send the URL to other sites.
    if (secretPages.includes(pathname.toLowerCase())) reply.header("referrer-policy", "no-referrer");
    const own = `${pathname.slice(1)}.html`;
    return reply.code(200).sendFile(rendered.has(own) ? own : "app.html");
  });
}
