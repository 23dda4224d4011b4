// Turns the documents of the repository into pages of the site.
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

/** Chapters of the site, in the order of its menu. */
export const chapters = [
  { folder: "start", title: "Start" },
  { folder: "guides", title: "Guides" },
  { folder: "reference", title: "Reference" },
  { folder: "explain", title: "Explanations" },
];

/** Returns the documents, sorted by their path in `docs`, with their title, first paragraph and text. */
export function readDocuments(docs) {
  const paths = globSync("**/*.md", { cwd: docs, exclude: ["site/**"] });
  return paths.toSorted().map((path) => documentOf(path, readFileSync(join(docs, path), "utf8")));
}

/** Returns the changelog, which is outside of `docs`, as a document. */
export function readChangelog(root) {
  const text = readFileSync(join(root, "CHANGELOG.md"), "utf8").replaceAll("](docs/", "](");
  return documentOf("changelog.md", text);
}

function documentOf(path, text) {
  const [, title = path] = /^# (.+)$/m.exec(text) ?? [];
  const [, about = ""] = /^# .+\n+(?![#|`-])([\s\S]*?)(?:\n\n|(?![\s\S]))/m.exec(text) ?? [];
  return { path, page: path.replace(/(^|\/)README\.md$/, "$1index.md"), title, about: plain(about), text };
}

/** Returns a paragraph on one line, with each link replaced by its label. */
function plain(paragraph) {
  return paragraph
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** Returns a document's Markdown with links that work in the site; files outside of `docs` are named, not linked. */
export function withinSite({ path, text }, docs) {
  return text.replaceAll(/\[([^\]]*)\]\(([^)#\s:]+)(#[^)\s]*)?\)/g, (whole, label, target, anchor = "") => {
    const file = relative(docs, resolve(docs, dirname(path), target));
    if (file === "../CHANGELOG.md") return `[${label}](${relative(dirname(path), "changelog.md")}${anchor})`;
    if (file.startsWith("..")) return `${label} (\`${file.replace(/^(\.\.\/)+/, "")}\`)`;
    return whole.replace(/README\.md(?=[#)])/, "index.md");
  });
}

/** Returns the menus of the site; pages have the order of the index. `reference` lists generated pages by group. */
export function menus(documents, reference) {
  const index = documents.find(({ path }) => path === "README.md")?.text ?? "";
  const placeOf = ({ path }) => {
    const place = index.indexOf(`](${path}`);
    return place < 0 ? index.length : place;
  };
  const ordered = documents.toSorted((one, other) => placeOf(one) - placeOf(other));
  const linked = ({ title, page }) => ({ text: title, link: `/${page.replace(/(?:index)?\.md$/, "")}` });
  const of = (folder) => ordered.filter(({ path }) => dirname(path) === folder).map(linked);
  const generated = Object.entries(reference).map(([text, pages]) => ({
    text,
    collapsed: true,
    items: pages.map((page) => ({ ...linked(page), text: page.menu })),
  }));
  const items = chapters.map(({ folder, title }) => ({
    text: title,
    collapsed: folder !== "start",
    items: [...of(folder), ...(folder === "reference" ? generated : [])],
  }));
  const decisions = of("adr").filter(({ link }) => link !== "/adr/");
  const more = ["contributing.md", "glossary.md", "changelog.md"].flatMap((path) =>
    documents.filter((one) => one.path === path).map(linked),
  );
  return {
    nav: chapters.map(({ title }, i) => ({ text: title, link: items[i].items[0].link })),
    sidebar: [...items, { text: "Decisions", collapsed: true, items: decisions }, { text: "More", items: more }],
  };
}

/** Returns llms.txt: the chapters' documents with their first paragraphs, for programs (https://llmstxt.org). */
export function llmsText(documents, base) {
  const line = ({ title, page, about }) => `- [${title}](${base}${page})${about && `: ${about}`}`;
  const parts = chapters.map(({ folder, title }) =>
    [`## ${title}`, "", ...documents.filter(({ path }) => dirname(path) === folder).map(line)].join("\n"),
  );
  const head = "# hoplog\n\n> hoplog shortens URLs and shows their clicks live. It runs on one machine or many.";
  return `${[head, ...parts].join("\n\n")}\n`;
}
