import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  css as graphiqlCss,
  editorWorkerService,
  graphqlWorker,
  js,
  jsonWorker,
} from "@graphql-yoga/render-graphiql/graphiql";
import type { Plugin } from "vite";

const own = (name: string) => readFileSync(fileURLToPath(new URL(name, import.meta.url)), "utf8");

const sources = {
  "graphiql.css": graphiqlCss + own("narrow.css"),
  "graphiql.js": js,
  "graphiqlStart.js": own("start.js"),
  "graphiqlEditorWorker.js": editorWorkerService,
  "graphiqlJsonWorker.js": jsonWorker,
  "graphiqlGraphqlWorker.js": graphqlWorker,
} as const;

type Name = keyof typeof sources;

/** Path below which the development server serves the page's files. */
const devFolder = "/build/graphiql/";

/** Writes the page that the api serves to browsers at /graphql, and its files, none of which the app uses. */
export function graphiqlPage(): Plugin {
  return {
    name: "hoplog-graphiql-page",
    generateBundle() {
      const references = new Map(
        Object.entries(sources).map(([name, source]) => [name, this.emitFile({ type: "asset", name, source })]),
      );
      const urlOf = (name: Name) => `/${this.getFileName(references.get(name) ?? "")}`;
      this.emitFile({ type: "asset", fileName: "graphql/graphiql.html", source: pageWith(urlOf) });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const { pathname } = new URL(request.url ?? "/", "http://localhost");
        const file = Object.entries(sources).find(([name]) => pathname === devFolder + name);
        const isPage = pathname === "/graphql" && request.headers.accept?.startsWith("text/html");
        if (!file && !isPage) return next();
        const [name, content] = file ?? ["graphiql.html", pageWith((one) => devFolder + one)];
        const type = name.endsWith(".js") ? "text/javascript" : name.endsWith(".css") ? "text/css" : "text/html";
        response.setHeader("content-type", `${type}; charset=utf-8`).end(content);
      });
    },
  };
}

function pageWith(urlOf: (name: Name) => string): string {
  const workers = {
    editorWorkerService: urlOf("graphiqlEditorWorker.js"),
    json: urlOf("graphiqlJsonWorker.js"),
    graphql: urlOf("graphiqlGraphqlWorker.js"),
  };
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>GraphQL – hoplog</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="${urlOf("graphiql.css")}">
  </head>
  <body>
    <div id="root" data-workers='${JSON.stringify(workers)}'></div>
    <noscript>GraphiQL needs JavaScript.</noscript>
    <script src="${urlOf("graphiql.js")}"></script>
    <script src="${urlOf("graphiqlStart.js")}"></script>
  </body>
</html>
`;
}
