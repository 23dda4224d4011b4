import { describe, expect, it } from "vitest";
import { textMax } from "../calls/textMax.ts";
import { fieldsOf, LongText, splitShortUrl, withoutSlashes } from "./sources/fields.ts";
import { readers } from "./sources/readers.ts";

/** A file of anybody's, and the answers of anybody's server, may hold whatever keeps a process from its work. */
describe("what a source says", () => {
  it("is read in the time of its length: runs of slashes", () => {
    const run = "/".repeat(250_000);
    expect(withoutSlashes(`a${run}b${run}`)).toBe(`a${run}b`);
    expect(withoutSlashes("//")).toBe("");
    expect(splitShortUrl(`https://Go.example/${run}x/`)).toEqual({ domain: "go.example", code: `${run}x` });
    const link = readers.yourls.read(fieldsOf({ shorturl: `http://y.example/${run}x`, url: "https://example.com/" }));
    expect(link.input.domain).toBe("y.example");
  });

  it("is cut where a text is longer than anything here looks at, and refused where it is within something else", () => {
    const text = "x".repeat(textMax + 1);
    const fields = fieldsOf({ text, list: [text], rules: [{ url: text }], short: [{ url: "x" }] });
    expect(fields.text("text")).toHaveLength(textMax);
    expect(fields.list("list")[0]).toHaveLength(textMax);
    expect(() => fields.raw("rules")).toThrow(LongText);
    expect(fields.raw("short")).toEqual([{ url: "x" }]);
  });
});
