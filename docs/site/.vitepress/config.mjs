import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { slug } from "github-slugger";
import { defineConfig } from "vitepress";

const site = fileURLToPath(new URL("..", import.meta.url));
const { nav, sidebar } = JSON.parse(readFileSync(join(site, ".pages", "menus.json"), "utf8"));
const base = "/docs/";

export default defineConfig({
  title: "hoplog",
  description: "Documentation of hoplog, a URL shortener with live analytics",
  lang: "en",
  base,
  srcDir: ".pages",
  outDir: "dist",
  cacheDir: ".cache",
  head: [["link", { rel: "icon", href: "/favicon.svg" }]],
  metaChunk: true,
  ignoreDeadLinks: "localhostLinks",
  // Documents are plain Markdown, and headings have the same anchors as on GitHub.
  markdown: { html: false, anchor: { slugify: slug }, toc: { slugify: slug }, headers: { slugify: slug } },
  themeConfig: {
    nav,
    sidebar,
    outline: [2, 3],
    search: { provider: "local" },
    docFooter: { prev: "Previous", next: "Next" },
  },
  transformHtml: (html, _file, { siteConfig }) => withoutInlineScripts(html, siteConfig.outDir),
});

/** Moves inline scripts to files, because the Content-Security-Policy of an installation forbids inline scripts. */
function withoutInlineScripts(html, outDir) {
  return html.replaceAll(/<script(?![^>]*\bsrc=)([^>]*)>([\s\S]*?)<\/script>/g, (whole, attributes, code) => {
    if (/type="application\/(?:ld\+)?json"/.test(attributes) || code.trim() === "") return whole;
    const name = `inline-${createHash("sha256").update(code).digest("hex").slice(0, 16)}.js`;
    mkdirSync(join(outDir, "assets"), { recursive: true });
    writeFileSync(join(outDir, "assets", name), code);
    return `<script${attributes} src="${base}assets/${name}"></script>`;
  });
}
