import { describe, expect, it } from "vitest";
import { importLimits } from "@hoplog/schema/imports/limits.js";
import { textMax } from "../../kernel/calls/jsonBounds.ts";
import { boundedLosses } from "./usedKeys.ts";
import { readRecords } from "./records.ts";
import { UnreadableFile } from "./utf8.ts";
import { planOf } from "./sources/columnPlan.ts";
import { fieldsOf, LongText, splitShortUrl, withoutSlashes } from "./sources/fields.ts";
import { readLink } from "./sources/readLink.ts";
import { readers } from "./sources/readers.ts";

/** Imported files and source servers are untrusted, so their content must not block the process. */
describe("what a source says", () => {
  it("is read in the time of its length: runs of slashes", () => {
    const run = "/".repeat(250_000);
    expect(withoutSlashes(`a${run}b${run}`)).toBe(`a${run}b`);
    expect(withoutSlashes("//")).toBe("");
    expect(splitShortUrl(`https://Go.example/${run}x/`)).toEqual({ domain: "go.example", code: `${run}x` });
    const plan = planOf(readers.yourls.columns);
    const record = { shorturl: `http://y.example/${run}x`, url: "https://example.com/" };
    const link = readLink(readers.yourls, plan, record);
    expect(link.input.domain).toBe("y.example");
  });

  it("is cut where a text is longer than anything here looks at, and refused where it is within something else", () => {
    const text = "x".repeat(textMax + 1);
    const fields = fieldsOf(
      { text, list: [text], rules: [{ url: text }], short: [{ url: "x" }] },
      planOf({ title: ["text"], tags: ["list"], rules: ["rules", "short"] }),
    );
    expect(fields.text("title")).toHaveLength(textMax);
    expect(fields.list("tags")[0]).toHaveLength(textMax);
    expect(() => fields.raw("rules")).toThrow(LongText);
    expect(fields.raw("short")).toEqual([{ url: "x" }]);
  });
});

describe("a file", () => {
  const read = (text: string, isLast = true) =>
    readRecords(null, Buffer.from(text), { isLast, source: "csv", needs: ["url"] });
  const long = "x".repeat(importLimits.recordBytes);

  it.each<[string, string, boolean, string]>([
    ["columns without end", `url${",a".repeat(importLimits.columnsMax)}\n1\n`, true, "names 501 columns"],
    ["a long row of CSV, whole", `url\n${long}\nx\n`, false, "A row is too long"],
    ["a long row of CSV, the last one", `url\n${long}x`, true, "A row is too long"],
    [
      "quotation marks without end",
      `url\n"${'x"'.repeat(60_000)}${" ".repeat(100_000)}\n`,
      true,
      "too many quotation marks",
    ],
    ["a long line of JSON, whole", `{"url": "x"}\n{"url": "${long}"}\n`, true, "A row is too long"],
  ])("is refused: %s", (_what, text, isLast, message) => {
    expect(() => read(text, isLast)).toThrow(UnreadableFile);
    expect(() => read(text, isLast)).toThrow(message);
  });

  it("may have as many columns, and rows as long, as are allowed", () => {
    const { records } = read(`url${",a".repeat(importLimits.columnsMax - 1)}\n${long.slice(1)}\n`);
    expect(records).toHaveLength(1);
  });
});

describe("what a link loses", () => {
  it("is kept up to a number, with one of each kind, and how many more there are", () => {
    const rules = Array.from({ length: 50 }, (_, n) => ({ kind: "rules" as const, message: `Rule ${n}` }));
    const code = { kind: "code" as const, message: "Taken" };
    const kept = boundedLosses([...rules, code]);
    expect(kept).toHaveLength(importLimits.lossesMax);
    expect(kept.slice(0, 2)).toEqual(rules.slice(0, 2));
    expect(kept.slice(-2)).toEqual([code, { kind: "rules", message: "32 more losses" }]);
    expect(boundedLosses(rules.slice(0, importLimits.lossesMax))).toEqual(rules.slice(0, importLimits.lossesMax));
  });

  it("is shown in short, also of a value that is nested without end", () => {
    const deep: unknown = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
    const link = readLink(readers.csv, planOf(readers.csv.columns), { Deep: deep, Long: "x".repeat(5000) });
    expect(link.losses.map(({ message }) => message)).toEqual([
      'Column Deep "…" is not imported',
      `Column Long "${"x".repeat(80)}…" is not imported`,
    ]);
  });

  it("is read of the first rules of a link alone", () => {
    const redirectRules = Array.from({ length: 5000 }, () => ({ longUrl: "https://a.example/", conditions: [] }));
    const record = { shortCode: "a", longUrl: "https://a.example/", redirectRules };
    const { losses } = readLink(readers.shlink, planOf(readers.shlink.columns), record);
    expect(losses).toHaveLength(101);
    expect(losses.at(-1)).toEqual({ kind: "rules", message: "Only the first 100 of 5000 rules are imported" });
  });
});
