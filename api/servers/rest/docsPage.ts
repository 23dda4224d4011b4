import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { schemaFolder } from "@hoplog/platform/env/schemaFolder.js";
import type { FastifyInstance } from "fastify";

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>hoplog API</title>
    <link rel="stylesheet" href="/api/docs/swagger-ui.css">
  </head>
  <body>
    <div id="api"></div>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;

// The script is a separate file, because the page's policy forbids inline scripts.
const start = `SwaggerUIBundle({ url: "/api/openapi.json", dom_id: "#api", deepLinking: true, validatorUrl: null });
`;

/** Serves the OpenAPI document, and a page for reading it and trying calls, without third-party resources. */
export async function registerDocs(app: FastifyInstance): Promise<void> {
  const folder = path.join(
    path.dirname(createRequire(import.meta.url).resolve("@fastify/swagger-ui/package.json")),
    "static",
  );
  const files = {
    "": { type: "text/html; charset=utf-8", contents: page },
    "/start.js": { type: "text/javascript; charset=utf-8", contents: start },
    "/swagger-ui.css": {
      type: "text/css; charset=utf-8",
      contents: await readFile(path.join(folder, "swagger-ui.css")),
    },
    "/swagger-ui-bundle.js": {
      type: "text/javascript; charset=utf-8",
      contents: await readFile(path.join(folder, "swagger-ui-bundle.js")),
    },
  };
  for (const [name, { type, contents }] of Object.entries(files)) {
    app.get(`/api/docs${name}`, async (_request, reply) =>
      reply.type(type).header("cache-control", "public, max-age=3600").send(contents),
    );
  }
  // `make generate` has written the document, because generating it takes as long as the rest of the API's start.
  const written = await readFile(path.join(schemaFolder, "openapi", "openapi.json"), "utf8");
  const document = JSON.stringify(JSON.parse(written));
  app.get("/api/openapi.json", async (_request, reply) =>
    reply.type("application/json; charset=utf-8").header("cache-control", "public, max-age=60").send(document),
  );
}
