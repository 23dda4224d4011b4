import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { repositoryRoot } from "@hoplog/stack/root.js";

const folder = join(repositoryRoot, "docs", "adr");
const read = (name: string) => readFileSync(join(folder, name), "utf8");
const decisions = readdirSync(folder)
  .filter((name) => name !== "README.md")
  .map((name) => ({ name, title: read(name).split("\n")[0]?.replace(/^# /, "") ?? "" }));

it("each decision has a title of at most eight words", () => {
  expect(decisions.length).toBeGreaterThan(100);
  expect(decisions.filter(({ title }) => title === "" || title.split(" ").length > 8)).toEqual([]);
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
