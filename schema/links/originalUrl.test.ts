import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseOriginalUrl } from "./originalUrl.ts";

describe("parseOriginalUrl", () => {
  it.each([
    [" https://Example.COM ", "https://example.com/"],
    ["example.com", "https://example.com/"],
    ["example.com/a?b#c", "https://example.com/a?b#c"],
    ["Example.com:8080/a", "https://example.com:8080/a"],
    ["bücher.example?x", "https://xn--bcher-kva.example/?x"],
    ["192.0.2.1:81", "https://192.0.2.1:81/"],
    ["http://example.com:80/a/../b", "http://example.com/b"],
    ["https://bücher.example/ä?ö#ü", "https://xn--bcher-kva.example/%C3%A4?%C3%B6#%C3%BC"],
    ["https://[2001:db8::1]/", "https://[2001:db8::1]/"],
  ])("normalises %j", (input, url) => {
    expect(parseOriginalUrl(input)).toEqual({ ok: true, url });
  });

  it.each([
    ["", "Original URL is required"],
    ["nowhere", "Please enter a valid URL, such as https://example.com/page"],
    ["...", "Please enter a valid URL, such as https://example.com/page"],
    ["ada@example.com", "Please enter a valid URL, such as https://example.com/page"],
    ["localhost:3000/a", "Only http and https URLs can be shortened"],
    ["javascript:alert(1.5)", "Only http and https URLs can be shortened"],
    ["tel:1.5", "Only http and https URLs can be shortened"],
    ["ada:secret@example.com", "Only http and https URLs can be shortened"],
    ["hop.example/x", "A short link can't point to a short link of this site"],
    ["http://", "Please enter a valid URL, such as https://example.com/page"],
    ["ftp://example.com", "Only http and https URLs can be shortened"],
    ["javascript:alert(1)", "Only http and https URLs can be shortened"],
    ["data:text/html,x", "Only http and https URLs can be shortened"],
    ["https://user@example.com", "A URL with a user name or password can't be shortened"],
    ["https://HOP.example/x", "A short link can't point to a short link of this site"],
    [`https://example.com/${"x".repeat(8173)}`, "Original URL cannot exceed 8192 characters"],
    [`https://example.com/${"a ".repeat(5000)}b`, "Original URL cannot exceed 8192 characters"],
    [
      `https://example.com/${"字".repeat(8172)}`,
      "Original URL takes 73,568 bytes in encoded form, but at most 16,000 are allowed",
    ],
    [
      `https://${"a".repeat(64)}.example`,
      "The host of Original URL cannot exceed 253 characters, and each part between dots 63",
    ],
    [
      `https://${"a.".repeat(127)}`.slice(0, -1) + ".b",
      "The host of Original URL cannot exceed 253 characters, and each part between dots 63",
    ],
  ])("refuses %j", (input, message) => {
    expect(parseOriginalUrl(input, ["hop.example"])).toEqual({ ok: false, message });
  });

  it.each([
    ["characters", `https://example.com/${"x".repeat(8172)}`, 8192],
    ["characters of three bytes", `https://example.com/?q=${"字".repeat(1775)}`, 15_998],
    ["spaces", `https://example.com/${"a ".repeat(3900)}b`, 15_621],
    ["a label", `https://${"a".repeat(63)}.example/`, 80],
    ["a host", `https://${"a.".repeat(126)}b/`, 262],
  ])("takes as many %s as there may be, and takes them again as they are stored", (_what, input, bytes) => {
    const parsed = parseOriginalUrl(input);
    expect(parsed.ok && parsed.url.length).toBe(bytes);
    expect(parseOriginalUrl(parsed.ok ? parsed.url : "")).toEqual(parsed);
  });

  it("is fast for whatever is sent", () => {
    const before = process.threadCpuUsage();
    for (const text of ["a.".repeat(8000) + "@", "%41".repeat(5000), ".".repeat(16_000)]) parseOriginalUrl(text);
    expect(process.threadCpuUsage(before).user).toBeLessThan(200e3);
  });

  it("gives what it would give again, never longer than the limit and never with credentials", () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (input) => {
        const parsed = parseOriginalUrl(input);
        if (!parsed.ok) return;
        expect(parseOriginalUrl(parsed.url)).toEqual(parsed);
        expect(parsed.url.length).toBeLessThanOrEqual(16_000);
        expect(new URL(parsed.url)).toMatchObject({ username: "", password: "" });
      }),
    );
  });

  it("throws for no text at all", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (input) => void parseOriginalUrl(input, ["hop.example"])));
  });
});
