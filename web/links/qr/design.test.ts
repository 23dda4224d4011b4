import { describe, expect, it } from "vitest";
import { logoBytesMax, parseDesign, plainDesign, textOfCode } from "./design.ts";

describe("a stored design", () => {
  it("is read as it was", () => {
    const design = {
      dark: "#0b3d2e",
      light: "#fff8e7",
      shape: "dots",
      corners: "rounded",
      quiet: 2,
      level: "H",
      logo: "data:image/png;base64,iVBORw0KGgo=",
      tellsScans: true,
    } as const;
    expect(parseDesign(JSON.stringify(design))).toEqual(design);
  });

  it.each([null, "", "no JSON", "null", "[]", '"text"', "{}"])("that is none is the plain one: %s", (text) => {
    expect(parseDesign(text)).toEqual(plainDesign);
  });

  it("keeps nothing of a field that doesn't fit", () => {
    const spoilt = {
      dark: "red; background: url(https://elsewhere.example)",
      light: "#fff",
      shape: "star",
      corners: 3,
      quiet: 1e9,
      level: "Z",
      logo: "https://elsewhere.example/pixel.png",
      tellsScans: "yes",
    };
    expect(parseDesign(JSON.stringify(spoilt))).toEqual(plainDesign);
    expect(
      parseDesign(JSON.stringify({ logo: `data:image/png;base64,${"A".repeat(3 * logoBytesMax)}` })).logo,
    ).toBeNull();
    expect(parseDesign(JSON.stringify({ logo: "data:image/svg+xml;base64,PHN2Zz4=" })).logo).toBeNull();
  });
});

it.each([
  [true, "https://hop.example/docs?hop-qr"],
  [false, "https://hop.example/docs"],
])("a code that distinguishes its scans (%s) leads to %s", (tellsScans, text) => {
  expect(textOfCode("https://hop.example/docs", { tellsScans })).toBe(text);
});
