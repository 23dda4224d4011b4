import { describe, expect, it } from "vitest";
import type { Click } from "./clickTexts.ts";
import { deviceOf, flagOf, locationOf } from "./clickTexts.ts";
import { countryColour, pieColours, unknownColour } from "./colours.ts";

const unknown: Click = {
  id: "1",
  timestamp: "2026-11-21T10:00:00.000Z",
  country: "",
  countryCode: "",
  city: "",
  regionName: "",
  isp: "",
  device: "",
  browser: "",
  browserVersion: "",
  operatingSystem: "",
  referrer: "",
  isBot: false,
  botReason: "",
};

describe("the texts of a click", () => {
  it("say what is unknown", () => {
    expect(locationOf(unknown)).toEqual({
      city: "Unknown City",
      region: "Unknown Region",
      country: "Unknown Country",
      isp: "Unknown ISP",
    });
    expect(deviceOf(unknown)).toEqual({ device: "Unknown", browser: "Unknown Browser", operatingSystem: "Unknown OS" });
  });

  it("name the browser with its version", () => {
    const click = {
      ...unknown,
      browser: "Firefox",
      browserVersion: "133.0",
      device: "desktop",
      operatingSystem: "Linux",
    };
    expect(deviceOf(click)).toEqual({ device: "desktop", browser: "Firefox 133.0", operatingSystem: "Linux" });
    expect(deviceOf({ ...click, browserVersion: "" }).browser).toBe("Firefox");
    expect(deviceOf({ ...click, browser: "Unknown" }).browser).toBe("Unknown Browser");
  });

  it("make a flag of a country code, and nothing of anything else", () => {
    expect(flagOf("DE")).toBe("🇩🇪");
    expect(flagOf("in")).toBe("🇮🇳");
    for (const code of ["", "D", "DEU", "1A", "T1"]) expect(flagOf(code)).toBe("");
  });
});

describe("countryColour", () => {
  it("gives a country one of ten colours, always the same", () => {
    expect(pieColours).toHaveLength(10);
    expect(pieColours).toContain(countryColour("Germany"));
    expect(countryColour("Germany")).toBe(countryColour("Germany"));
    const names = ["Germany", "India", "France", "Brazil", "Japan", "Kenya", "Peru", "Spain"];
    expect(new Set(names.map(countryColour)).size).toBeGreaterThan(3);
  });

  it("leaves the unknown grey", () => {
    expect(countryColour("Unknown")).toBe(unknownColour);
    expect(countryColour("")).toBe(unknownColour);
  });
});
