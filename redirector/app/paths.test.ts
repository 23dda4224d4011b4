import { reservedCodes } from "@hoplog/schema/codes/reserved.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isAppPath, mayBeApp } from "./paths.ts";

const mayBe = (path: string): boolean => {
  const bytes = Buffer.from(`GET ${path} HTTP/1.1`, "latin1");
  return mayBeApp(bytes, 5, 4 + path.length);
};

describe("on a host where the app is beside short links", () => {
  it.each([
    "/",
    "/dashboard",
    "/Dashboard",
    "/dashboard/",
    "/urls/0190",
    "/api",
    "/api/auth/login",
    "/graphql",
    "/app.html",
    "/assets/main-1.js",
    "/stats/abc",
    "/keys/cli",
    "/favicon.ico",
    "/robots.txt",
    "/.well-known/security.txt",
    "/ab",
    `/${"a".repeat(51)}`,
    "/%64ashboard",
    "//dashboard",
    "/dashboard.",
  ])("%s is the app's", (path) => {
    expect(isAppPath(path)).toBe(true);
    expect(mayBe(path)).toBe(true);
  });

  it.each([
    "/docs2",
    "/abc",
    "/abc/",
    "/abc/rest/of?it",
    "/keystone",
    "/my-code_1",
    "/dashboards",
    "/apix",
    `/${"a".repeat(50)}`,
  ])("%s is a short link's", (path) => {
    expect(isAppPath(path.split("?")[0] ?? "")).toBe(false);
    expect(mayBe(path.split("?")[0] ?? "")).toBe(false);
  });

  it.each(["/abc+", "/abc.", "//abc", "/%61bc", "/abc%20", "/.well-known/hoplog/own-visits"])(
    "%s is for the slow way to judge, which leaves it to the redirector",
    (path) => {
      expect(isAppPath(path)).toBe(false);
      expect(mayBe(path)).toBe(true);
    },
  );

  it("each reserved word is the app's, however it is written and whatever stands behind it", () => {
    for (const word of reservedCodes) {
      for (const path of [`/${word}`, `/${word.toUpperCase()}`, `/${word}/`, `/${word}/x`]) {
        expect([path, isAppPath(path)]).toEqual([path, true]);
        expect([path, mayBe(path)]).toEqual([path, true]);
      }
    }
  });

  it("the quick way never keeps what is the app's", () => {
    const path = fc.stringMatching(/^\/[\w./%+~-]{0,60}$/);
    fc.assert(
      fc.property(path, (text) => {
        expect(isAppPath(text) && !mayBe(text)).toBe(false);
      }),
      { numRuns: 5000 },
    );
  });
});
