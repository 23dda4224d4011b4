import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readUtm, utmFields, writeUtm } from "./utm.ts";

const none = { utm_source: "", utm_medium: "", utm_campaign: "", utm_term: "", utm_content: "", ref: "" };

describe("campaign parameters of a destination", () => {
  it.each([
    ["https://a.example/", {}],
    ["https://a.example/?utm_source=news&x=1#utm_medium=no", { utm_source: "news" }],
    ["https://a.example/?utm_source=a+b%20c&utm_medium=%E4", { utm_source: "a b c", utm_medium: "%E4" }],
    ["https://a.example/?ref=one&ref=two&utm%5Fterm=x&utm_content", { ref: "one", utm_term: "x" }],
  ])("of %s are read", (url, values) => {
    expect(readUtm(url)).toEqual({ ...none, ...values });
  });

  it.each([
    ["https://a.example/p#f", "news letter", "https://a.example/p?utm_source=news%20letter#f"],
    ["https://a.example/p?", "x", "https://a.example/p?utm_source=x"],
    ["https://a.example/?b=%zz&&c#f?", "x", "https://a.example/?b=%zz&&c&utm_source=x#f?"],
    [
      "https://a.example/?a=1&utm_source=old&utm_source=older&b=2",
      "a&b=c",
      "https://a.example/?a=1&utm_source=a%26b%3Dc&b=2",
    ],
    ["https://a.example/?utm_source=old#f", "", "https://a.example/#f"],
    ["https://a.example/?a=1&utm_source=old", "", "https://a.example/?a=1"],
    ["https://a.example/?a=1", "", "https://a.example/?a=1"],
    ["https://a.example/", "\ud83d", "https://a.example/?utm_source=%EF%BF%BD"],
  ])("are written into %s", (url, value, written) => {
    expect(writeUtm(url, "utm_source", value)).toBe(written);
  });

  it("are read as they were written, and nothing else of the destination changes", () => {
    const query = fc.string({ unit: fc.constantFrom(..."ab=&%+;?/20_") });
    const field = fc.constantFrom(...utmFields);
    const value = fc.string({ unit: "grapheme", minLength: 1 });
    fc.assert(
      fc.property(fc.webPath(), query, fc.string(), field, value, (path, others, fragment, name, text) => {
        const url = `https://a.example${path}?x${others}#${fragment}`;
        const written = writeUtm(url, name, text);
        expect(readUtm(written)).toEqual({ ...readUtm(url), [name]: text.toWellFormed() });
        expect(writeUtm(written, name, "")).toBe(url);
        expect(writeUtm(writeUtm(written, name, "other"), name, text)).toBe(written);
      }),
    );
  });
});
