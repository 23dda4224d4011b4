import { expect, it } from "vitest";
import { createHttpsLocation } from "./httpsLocation.ts";

const location = createHttpsLocation((host) => host === "go.example", 443);

it.each([
  ["go.example", "/docs", "https://go.example/docs"],
  ["GO.example:80", "/a/b?x=%20y&z", "https://go.example/a/b?x=%20y&z"],
  ["go.example.", "//evil.example/", "https://go.example//evil.example/"],
  ["go.example", "/?", "https://go.example/?"],
  ["go.example", "/healthz-not", "https://go.example/healthz-not"],
  ["go.example", "/.well-known/other", "https://go.example/.well-known/other"],
  ["go.example", "/.well-known/acme-challenge/token", null],
  ["go.example", "/healthz", null],
  ["go.example", "/healthz?x", null],
  ["go.example", "http://go.example/docs", null],
  ["go.example", "*", null],
  ["other.example", "/docs", null],
  ["go.example@other.example", "/docs", null],
  ["", "/docs", null],
])("of %s%s leads to %s", (host, target, expected) => {
  expect(location(host, target)).toBe(expected);
});

it("names a port that is not https' own", () => {
  expect(createHttpsLocation(() => true, 8443)("go.example:3001", "/docs")).toBe("https://go.example:8443/docs");
});
