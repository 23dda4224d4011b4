import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseOriginalUrl } from "./originalUrl.ts";

describe("parseOriginalUrl", () => {
  it.each([
    [" https://Example.COM ", "https://example.com/"],
    ["http://example.com:80/a/../b", "http://example.com/b"],
    ["https://bücher.example/ä?ö#ü", "https://xn--bcher-kva.example/%C3%A4?%C3%B6#%C3%BC"],
    ["https://[2001:db8::1]/", "https://[2001:db8::1]/"],
  ])("normalises %j", (input, url) => {
    expect(parseOriginalUrl(input)).toEqual({ ok: true, url });
  });

  it.each([
    ["", "Original URL is required"],
    ["example.com", "Please enter a valid URL, such as https://example.com/page"],
    ["http://", "Please enter a valid URL, such as https://example.com/page"],
    ["ftp://example.com", "Only http and https URLs can be shortened"],
    ["javascript:alert(1)", "Only http and https URLs can be shortened"],
    ["data:text/html,x", "Only http and https URLs can be shortened"],
    ["https://user@example.com", "A URL with a user name or password can't be shortened"],
    ["https://HOP.example/x", "A short link can't point to a short link of this site"],
    [`https://example.com/${"ä".repeat(400)}`, "Original URL cannot exceed 2048 characters"],
  ])("refuses %j", (input, message) => {
    expect(parseOriginalUrl(input, ["hop.example"])).toEqual({ ok: false, message });
  });

  it("gives what it would give again, never longer than the limit and never with credentials", () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (input) => {
        const parsed = parseOriginalUrl(input);
        if (!parsed.ok) return;
        expect(parseOriginalUrl(parsed.url)).toEqual(parsed);
        expect(parsed.url.length).toBeLessThanOrEqual(2048);
        expect(new URL(parsed.url)).toMatchObject({ username: "", password: "" });
      }),
    );
  });

  it("throws for no text at all", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (input) => void parseOriginalUrl(input, ["hop.example"])));
  });
});
