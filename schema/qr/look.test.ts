import { describe, expect, it } from "vitest";
import { parseQrLook, plainLook, qrLookText } from "./look.ts";

const own = {
  dark: "#0b3d2e",
  light: "#fff8e7",
  shape: "dots",
  corners: "rounded",
  quiet: 10,
  level: "H",
  tellsScans: true,
} as const;

describe("the look of a QR code", () => {
  it("is read as it was written, and the plain one is written as nothing", () => {
    expect(parseQrLook(qrLookText(own))).toEqual({ look: own });
    expect(qrLookText(plainLook)).toBe("");
    expect(parseQrLook(" ? ")).toEqual({ look: plainLook });
    expect(parseQrLook("?dark=%23ABCDEF&quiet=0&other=1")).toEqual({
      look: { ...plainLook, dark: "#abcdef", quiet: 0 },
    });
  });

  it.each([
    "dark=red",
    "light=%23fff",
    "dark=%23000000;background:url(https://elsewhere.example)",
    "shape=star",
    "corners=",
    "quiet=11",
    "quiet=-1",
    "quiet=1e1",
    "level=m",
    "tellsScans=yes",
  ])("says what doesn't fit: %s", (text) => {
    expect(parseQrLook(text)).toEqual({ problem: expect.stringMatching(/./) });
  });
});
