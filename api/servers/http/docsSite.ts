import { existsSync } from "node:fs";
import path from "node:path";
import { EnvError } from "@hoplog/platform/env/parseEnv.js";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";

/** Serves the built documentation at `/docs/`. Throws EnvError if the folder has none. */
export async function registerDocsSite(app: FastifyInstance, folder: string): Promise<void> {
  const root = path.resolve(folder);
  if (!existsSync(path.join(root, "index.html")))
    throw new EnvError([{ variable: "DOCS_ROOT", problem: `${root} has no documentation: build it with "make docs"` }]);
  app.get("/docs", async (_request, reply) => reply.redirect("/docs/"));
  await app.register(
    async (site) => {
      await site.register(fastifyStatic, {
        root,
        prefix: "/",
        cacheControl: false,
        setHeaders(reply, file) {
          const isHashed = path.relative(root, file).startsWith(`assets${path.sep}`);
          reply.header("cache-control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
        },
      });
      site.setNotFoundHandler((_request, reply) =>
        reply.code(404).header("cache-control", "no-cache").sendFile("404.html"),
      );
    },
    { prefix: "/docs" },
  );
}
