import { describe, expect, it } from "vitest";
import { fieldOf, titleOf, valueOf } from "./historyTexts.ts";

const at = (iso: string) =>
  new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" }).format(new Date(iso));

describe("what happened to a link's options, in words", () => {
  it("names the change and the option", () => {
    const entry = { version: 2, at: "2026-01-01T00:00:00.000Z", by: null, revertible: true, changes: [] };
    expect(titleOf({ ...entry, type: "LinkOptionsChanged" })).toBe("Options changed");
    expect(fieldOf({ field: "expiresAt", from: null, to: null })).toBe("Expires at");
  });

  it.each([
    ["expiresAt", "2026-12-24T17:00:00.000Z", at("2026-12-24T17:00:00.000Z")],
    ["expiresAt", null, "Never"],
    ["notBefore", null, "At once"],
    ["maxClicks", "1000", "1,000 people"],
    ["maxClicks", "1", "1 person"],
    ["maxClicks", null, "Never"],
    ["maxClicksUrl", null, "A page that says so"],
    ["hideDestination", "true", "Hidden"],
    ["forwardQuery", "false", "Off"],
    ["forwardQueryMode", "keepMine", "The destination's own value"],
    ["redirectStatus", "301", "301"],
    ["password", null, "No password"],
    ["password", "set", "Set"],
    ["password", "changed", "Another password"],
    ["rules", null, "No rules"],
    [
      "rules",
      "Germans: if country is DE, then https://example.com/de",
      "Germans: if country is DE, then https://example.com/de",
    ],
    [
      "rules",
      "A; b: if before 2026-12-24T17:00:00.000Z, then blocked; Rule 2: if (city is X), then https://example.com/;a",
      `1. A; b: if before ${at("2026-12-24T17:00:00.000Z")}, then blocked\n2. Rule 2: if (city is X), then https://example.com/;a`,
    ],
    [
      "split",
      "Red, green (3) https://example.com/a,b, Arm 2 (1) https://example.com/c, returning visitors get the same one",
      "1. Red, green (3) https://example.com/a,b\n2. Arm 2 (1) https://example.com/c\nreturning visitors get the same one",
    ],
  ])("says %s %j", (field, value, text) => {
    expect(valueOf(field, value)).toBe(text);
  });
});
