import { describe, expect, it } from "vitest";
import { cleanUrl, pastedUrl } from "./pastedUrl.ts";

describe("cleanUrl", () => {
  it.each([
    [" https://a.example/x ", "https://a.example/x"],
    ["https://a.example/x\u00A0", "https://a.example/x"],
    ["\uFEFFhttps://a.example\u200B/x\u2060", "https://a.example/x"],
    ["https://a.example/x.", "https://a.example/x"],
    ["https://a.example/x?!)…", "https://a.example/x"],
    ["https://a.example/x **", "https://a.example/x"],
    ['https://a.example/x">', "https://a.example/x"],
    ["https://a.example/x\u200D", "https://a.example/x"],
    ["https://a.example/(x).", "https://a.example/(x)"],
    ["https://a.example/(x))", "https://a.example/(x)"],
    ["https://a.example/?a[]=1&b[]", "https://a.example/?a[]=1&b[]"],
    ["https://a.example/-_/", "https://a.example/-_/"],
    ["https://a.example/\u0645\u06CC\u200C\u062E", "https://a.example/\u0645\u06CC\u200C\u062E"],
    ["...", ""],
    ["", ""],
  ])("of %j is %j", (text, url) => {
    expect(cleanUrl(text)).toBe(url);
  });

  it("is fast for any text", () => {
    const before = process.threadCpuUsage();
    cleanUrl(")".repeat(200_000));
    expect(process.threadCpuUsage(before).user).toBeLessThan(500e3);
  });
});

describe("pastedUrl", () => {
  it.each([
    ["https://a.example/x).", "https://a.example/x"],
    ["a.example/x,", "a.example/x"],
    // Punctuation is preserved, because a part of a URL may end with any character.
    ["/x).", "/x)."],
    ["x\u200By ", "xy "],
    ["...", "..."],
  ])("of %j is %j", (text, url) => {
    expect(pastedUrl(text)).toBe(url);
  });
});
