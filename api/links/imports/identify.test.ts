import type { ImportSource } from "@hoplog/schema/imports/sources.js";
import { describe, expect, it } from "vitest";
import { type Content, contentOf, type Earlier, identify, exactKeyOf, keyOfSource, scopeOfSource } from "./identify.ts";

const link = { codeKey: "a", originalUrl: "https://a.example/" };
const other = { codeKey: "b", originalUrl: "https://b.example/" };
const [key, legacy] = ["scoped", "unscoped"];
const exact = exactKeyOf(key, link.codeKey, link.originalUrl);

interface Given {
  readonly imported?: Readonly<Record<string, Content>>;
  readonly rows?: Readonly<Record<string, Content & { row: number }>>;
  readonly byContent?: Readonly<Record<string, string>>;
}
const earlier = ({ imported = {}, rows = {}, byContent = {} }: Given): Earlier => ({
  imported: new Map(Object.entries(imported)),
  rows: new Map(Object.entries(rows)),
  byContent: new Map(Object.entries(byContent)),
});

describe("a row of an import", () => {
  it.each<[string, Given, object]>([
    ["is new", {}, { kind: "new", key }],
    ["was imported", { imported: { [key]: link } }, { kind: "imported", key }],
    ["was imported with another code", { imported: { [key]: { ...link, codeKey: "z" } } }, { kind: "imported", key }],
    ["was imported to elsewhere", { imported: { [key]: { ...other, codeKey: "a" } } }, { kind: "imported", key }],
    ["has the id of another link", { imported: { [key]: other } }, { kind: "new", key: exact }],
    ["was imported by an earlier release", { imported: { [legacy]: link } }, { kind: "imported", key: legacy }],
    ["has an id that an earlier release imported of another", { imported: { [legacy]: other } }, { kind: "new", key }],
    [
      "was imported beside another of its id",
      { imported: { [key]: other, [exact]: link } },
      { kind: "imported", key: exact },
    ],
    ["was imported under another name", { byContent: { [contentOf(link)]: "k" } }, { kind: "imported", key: "k" }],
    ["stands in the file before", { rows: { [key]: { ...link, row: 7 } } }, { kind: "repeated", row: 7 }],
    [
      "stands before, its code taken",
      { rows: { [key]: { ...link, codeKey: null, row: 7 } } },
      { kind: "repeated", row: 7 },
    ],
    [
      "has the code of a row to elsewhere",
      { rows: { [key]: { ...other, codeKey: "a", row: 7 } } },
      { kind: "new", key: exact },
    ],
    [
      "stands before as the second of its id",
      { rows: { [key]: { ...other, row: 7 }, [exact]: { ...link, row: 8 } } },
      { kind: "repeated", row: 8 },
    ],
    [
      "was imported, and stands before",
      { imported: { [key]: link }, rows: { [key]: { ...link, row: 7 } } },
      { kind: "repeated", row: 7 },
    ],
  ])("%s", (_what, given, expected) => {
    expect(identify([key, legacy], link, earlier(given))).toEqual(expected);
  });

  it("without a code is known by its destination", () => {
    const bare = { ...link, codeKey: null };
    expect(identify([key], bare, earlier({ imported: { [key]: { ...other, codeKey: "a" } } }))).toMatchObject({
      kind: "new",
    });
    expect(identify([key], bare, earlier({ imported: { [key]: link } }))).toMatchObject({ kind: "imported" });
  });
});

it("ids of files and installations are unique within a name, those of services by themselves", () => {
  const keys = (source: ImportSource) =>
    new Set(["one.csv", "two.csv", null].map((name) => keyOfSource(source, scopeOfSource(source, name), "9001"))).size;
  const scoped = ["csv", "yourls", "polr", "blink", "redirection", "prettylinks", "thirstyaffiliates"] as const;
  expect(scoped.map(keys)).toEqual(scoped.map(() => 3));
  expect([keys("bitly"), keys("tly"), keys("cuttly")]).toEqual([1, 1, 1]);
});
