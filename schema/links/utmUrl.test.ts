import { describe, expect, it } from "vitest";
import { utmCount, utmOf, withUtm } from "./utmUrl.ts";

describe("UTM parameters", () => {
  it.each([
    ["https://example.com/a", "https://example.com/a?utm_source=mail"],
    ["https://example.com", "https://example.com?utm_source=mail"],
    ["https://example.com/a?b=1#c?d", "https://example.com/a?b=1&utm_source=mail#c?d"],
    ["https://example.com/?utm_source=x&b=%20", "https://example.com/?utm_source=mail&b=%20"],
    ["https://example.com/?utm_source=x&b&utm_source=y", "https://example.com/?utm_source=mail&b"],
    ["", "?utm_source=mail"],
  ])("are written into %j without touching the rest", (url, expected) => {
    expect(withUtm(url, "utm_source", "mail")).toBe(expected);
    expect(utmOf(expected, "utm_source")).toBe("mail");
  });

  it("are taken out when they are cleared, and the question mark with the last one", () => {
    const url = "https://example.com/?utm_source=a&utm_term=b#c";
    const rest = withUtm(url, "utm_source", "");
    expect(rest).toBe("https://example.com/?utm_term=b#c");
    expect(withUtm(rest, "utm_term", "")).toBe("https://example.com/#c");
  });

  it.each(["spring sale", "spring ", "a&b=c#d", "100 %", "grün+blau", "\ud800"])("keep %j as it is typed", (value) => {
    const url = withUtm("https://example.com/?a=1", "utm_campaign", value);
    expect(utmOf(url, "utm_campaign")).toBe(value.toWellFormed());
    expect(utmOf(url, "utm_source")).toBe("");
  });

  it("are read from what was typed into the URL", () => {
    expect(utmOf("https://example.com/?utm_medium=e+mail&UTM_SOURCE=x", "utm_medium")).toBe("e mail");
    expect(utmCount("https://example.com/?utm_medium=e&utm_id=3&utm_term=&utm_content=c")).toBe(2);
    expect(utmCount("not a URL")).toBe(0);
  });
});
