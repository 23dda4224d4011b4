// Builds the documentation site into docs/site/dist.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vitepress";
import { graphqlPages } from "./graphqlPages.mjs";
import { llmsText, menus, readChangelog, readDocuments, withinSite } from "./pages.mjs";
import { restPages } from "./restPages.mjs";

const site = fileURLToPath(new URL(".", import.meta.url));
const docs = join(site, "..");
const root = join(docs, "..");
const [pages, built] = [join(site, ".pages"), join(site, "dist")];
for (const folder of [pages, built]) rmSync(folder, { recursive: true, force: true });

const documents = [...readDocuments(docs), readChangelog(root)];
const reference = {
  "REST API": restPages(JSON.parse(readFileSync(join(root, "schema/openapi/openapi.json"), "utf8"))),
  "GraphQL schema": graphqlPages(readFileSync(join(root, "schema/graphql/schema.graphql"), "utf8")),
};
for (const one of documents) write(one.page, withinSite(one, docs));
for (const { page, text } of Object.values(reference).flat()) write(page, text);
for (const folder of ["images", "grafana", "replicas"])
  cpSync(join(docs, folder), join(pages, folder), { recursive: true });
write("public/llms.txt", llmsText(documents, "/docs/"));
write("menus.json", JSON.stringify(menus(documents, reference)));

await build(site);
// The Markdown files are published too, because llms.txt links to them.
for (const { page } of documents) cpSync(join(pages, page), join(built, page));

function write(path, text) {
  const file = join(pages, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
