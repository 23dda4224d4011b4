import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, it } from "vitest";
import { repositoryRoot } from "@hoplog/stack/root.js";
import { listFiles, readDocuments } from "./markdown.ts";

const documents = readDocuments();

it("every link leads to a file, and to a heading in it", () => {
  const byPath = new Map(documents.map((one) => [one.path, one]));
  const links = documents
    .flatMap(({ path, prose }) =>
      Array.from(prose.matchAll(/\[[^\]]*\]\(([^)\s]+)\)/g), ([, target = ""]) => ({ path, target })),
    )
    .filter(({ target }) => !/^[a-z]+:/.test(target));
  expect(links.length).toBeGreaterThan(300);
  const broken = links.filter(({ path, target }) => {
    const [file = "", anchor = ""] = target.split("#");
    const absolute = file === "" ? join(repositoryRoot, path) : resolve(repositoryRoot, dirname(path), file);
    const linked = byPath.get(relative(repositoryRoot, absolute));
    return !existsSync(absolute) || (anchor !== "" && linked !== undefined && !linked.anchors.has(anchor));
  });
  expect(broken).toEqual([]);
});

it("messages and comments name documents that exist", () => {
  const named = documentsNamedInSources();
  expect(named.length).toBeGreaterThan(5);
  const byPath = new Map(documents.map((one) => [one.path, one]));
  expect(
    named.filter(({ path, anchor }) => !byPath.has(path) || (anchor !== "" && !byPath.get(path)?.anchors.has(anchor))),
  ).toEqual([]);
});

it("pages are short: at most 300 lines of at most 120 characters", () => {
  const pages = documents.filter(({ path }) => path.startsWith("docs/"));
  expect(pages.length).toBeGreaterThan(100);
  const long = pages.flatMap(({ path, text }) => {
    const lines = text.trimEnd().split("\n");
    return [
      ...(lines.length > 300 ? [`${path} has ${lines.length} lines`] : []),
      ...lines.flatMap((line, i) => (line.length > 120 ? [`${path}:${i + 1} has ${line.length} characters`] : [])),
    ];
  });
  expect(long).toEqual([]);
});

const folder = join(repositoryRoot, "docs", "adr");
const read = (name: string) => readFileSync(join(folder, name), "utf8");
const decisions = readdirSync(folder)
  .filter((name) => name !== "README.md")
  .map((name) => ({ name, title: read(name).split("\n")[0]?.replace(/^# /, "") ?? "" }));

it("each decision has a title of at most eight words", () => {
  expect(decisions.length).toBeGreaterThan(100);
  expect(decisions.filter(({ title }) => title === "" || title.split(" ").length > 8)).toEqual([]);
});

it("each decision has its context, the decision and its consequences, on one page", () => {
  const parts = decisions.map(({ name }) => {
    const text = read(name);
    return { name, isLong: text.split("\n").length > 60, headings: text.match(/^## .+$/gm) };
  });
  const wanted = ["## Context", "## Decision", "## Consequences"];
  expect(
    parts.filter(({ isLong, headings }) => isLong || !wanted.every((heading) => headings?.includes(heading))),
  ).toEqual([]);
});

it("the index lists each decision once, under its title and its date", () => {
  const listed = Array.from(read("README.md").matchAll(/^\| (\S+) \| \[(.+)\]\((.+)\) \|$/gm));
  const rows = listed.map(([, date, title, name]) => ({ date, title, name }));
  const expected = decisions.map(({ name, title }) => ({ date: name.slice(0, 10), title, name }));
  const byName = (one: { name?: string | undefined }, other: { name?: string | undefined }) =>
    String(one.name).localeCompare(String(other.name));
  expect(rows.toSorted(byName)).toEqual(expected.toSorted(byName));
});

it("the glossary has one entry for each term, sorted", () => {
  const glossary = readFileSync(join(repositoryRoot, "docs", "glossary.md"), "utf8");
  const terms = Array.from(glossary.matchAll(/^\| (?!term |---)(.+?)(?: \(.+?\))? \|/gm), ([, term = ""]) =>
    term.toLowerCase(),
  );
  expect(terms.length).toBeGreaterThan(90);
  expect(terms).toEqual([...new Set(terms)].toSorted((one, other) => (one < other ? -1 : 1)));
});

interface NamedDocument {
  readonly source: string;
  readonly path: string;
  readonly anchor: string;
}

function documentsNamedInSources(): NamedDocument[] {
  return sources().flatMap((source) =>
    Array.from(
      readFileSync(join(repositoryRoot, source), "utf8").matchAll(/\bdocs\/[a-z/-]+\.md(?:#([a-z0-9-]+))?/g),
      ([whole, anchor = ""]) => ({ source, path: whole.split("#")[0] ?? "", anchor }),
    ),
  );
}

/** Sources whose texts may refer to documents. Tests of tools are excluded, because they use made-up names. */
function sources(): string[] {
  return listFiles("*.ts", "*.tsx", "*.mjs", "*.yml", "Dockerfile", "Makefile", ".npmrc").filter(
    (path) => !path.startsWith("stack/tasks/prose"),
  );
}
