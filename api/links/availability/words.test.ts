import { codeProblem, wideCodeProblem } from "@hoplog/schema/codes/rules.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { proposalsFor } from "./words.ts";

const first = (url: string, title?: string, count = 3) => proposalsFor(new URL(url), title).slice(0, count);

describe("proposed codes", () => {
  it.each([
    [
      "https://www.example.com/blog/2026/Spring-Sale-News.html?utm_source=x",
      ["spring-sale-news", "example-spring-sale-news", "blog-spring-sale-news"],
    ],
    ["https://example.com/", ["example", "example-2", "example-3"]],
    ["https://shop.example.co.uk/", ["example", "example-2", "example-3"]],
    ["https://example.com/caf%C3%A9/%C3%9Cber-uns", ["uber-uns", "example-uber-uns", "cafe-uber-uns"]],
    ["https://example.com/docs/8f14e45fceea167a5a36dedd4bea2543", ["docs", "example-docs", "example"]],
    [
      "https://example.com/the/terms-of-the-house-of-nobody-in-particular",
      ["terms-house-nobody", "example-terms-house", "example"],
    ],
    ["http://192.168.1.7/%E4%BD%A0%E5%A5%BD", []],
    ["https://example.com/%E0%A4%A", ["e0-a4", "example-e0-a4", "example"]],
  ])("of %s", (url, proposals) => {
    expect(first(url)).toEqual(proposals);
  });

  it("begin with the title, where it is known", () => {
    expect(first("https://example.com/p/17", "Ada’s Notes: on the Engine", 2)).toEqual([
      "adas-notes-engine",
      "example",
    ]);
  });

  it("come once each, also of a word that ends with a number", () => {
    const proposals = proposalsFor(new URL("https://example.com/example-2"));
    expect(new Set(proposals).size).toBe(proposals.length);
  });

  it("could be codes anywhere, unless they are reserved, and none comes twice", () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true }), fc.string(), (url, title) => {
        const proposals = proposalsFor(new URL(url), title);
        expect(new Set(proposals).size).toBe(proposals.length);
        for (const code of proposals) {
          expect(wideCodeProblem(code)).toBeNull();
          expect([null, "This short URL is reserved"]).toContain(codeProblem(code));
        }
      }),
      { numRuns: 30 },
    );
  });
});
