import { readFileSync } from "node:fs";
import { join } from "node:path";
import { slug } from "github-slugger";
import { repositoryRoot } from "@hoplog/stack/root.js";
import { describe, expect, test } from "vitest";
import { graphqlPages } from "../../docs/site/graphqlPages.mjs";
import { llmsText, menus, readDocuments, withinSite } from "../../docs/site/pages.mjs";
import { restPages } from "../../docs/site/restPages.mjs";

const docs = join(repositoryRoot, "docs");
const read = (path: string) => readFileSync(join(repositoryRoot, path), "utf8");
const documents = readDocuments(docs);
const rest = restPages(JSON.parse(read("schema/openapi/openapi.json")));
const graphql = graphqlPages(read("schema/graphql/schema.graphql"));

describe("the site's pages", () => {
  test("are all in the menu, first steps first", () => {
    const text = JSON.stringify(menus(documents, { "REST API": rest, "GraphQL schema": graphql }).sidebar);
    const isLeftOut = (page: string) => page.endsWith("index.md");
    for (const { page } of [...documents, ...rest, ...graphql].filter((one) => !isLeftOut(one.page)))
      expect(text).toContain(`"/${page.replace(/\.md$/, "")}"`);
    expect(text.indexOf("/start/first-link")).toBeLessThan(text.indexOf("/start/server"));
  });

  test("link to pages of the site, and name files outside of it", () => {
    const text = "[index](../README.md#for-operators) [log](../../CHANGELOG.md) [Makefile](../../Makefile) [b](b.md#c)";
    expect(withinSite({ path: "guides/a.md", text }, docs)).toBe(
      "[index](../index.md#for-operators) [log](../changelog.md) Makefile (`Makefile`) [b](b.md#c)",
    );
  });

  test("describe every operation of REST, with links to schemas that are there", () => {
    const text = rest.map((page) => page.text).join("\n");
    const { paths, components } = JSON.parse(read("schema/openapi/openapi.json"));
    for (const path of Object.keys(paths)) expect(text).toContain(`${path}\``);
    const schemas = rest.find(({ page }) => page.endsWith("/schemas.md"))?.text ?? "";
    const anchors = new Set(Array.from(schemas.matchAll(/^## (.+)$/gm), ([, name = ""]) => slug(name)));
    expect(anchors.size).toBe(Object.keys(components.schemas).length);
    const linked = Array.from(text.matchAll(/\]\(schemas\.md#([^)]+)\)/g), ([, anchor = ""]) => anchor);
    expect(linked.length).toBeGreaterThan(300);
    expect(linked.filter((anchor) => !anchors.has(anchor))).toEqual([]);
  });

  test("describe every query, mutation, subscription and type of GraphQL", () => {
    expect(graphql.map(({ text }) => (text.match(/^## /gm) ?? []).length > 3)).toEqual([true, true, true, true]);
    expect(graphql.map(({ text }) => text).join("\n")).toContain("## createLink\n");
  });
});

test("llms.txt names every guide with what it is about", () => {
  const text = llmsText(documents, "/docs/");
  expect(text).toContain("- [First link](/docs/start/first-link.md): Create a short link");
  const guides = documents.filter(({ path }) => path.startsWith("guides/"));
  expect(guides.length).toBeGreaterThan(25);
  for (const { page, about } of guides) {
    expect(about.length).toBeGreaterThan(20);
    expect(text).toContain(`(/docs/${page}): ${about}\n`);
  }
});
