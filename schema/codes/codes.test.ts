import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codeAlphabet, generateCode } from "./generate.ts";
import { isReservedCode, reservedCodes } from "./reserved.ts";
import { codeHint, codeProblem, hasCodeForm, hasWideCodeForm, wideCodeHint, wideCodeProblem } from "./rules.ts";

describe("generated codes", () => {
  it("have the form of a code and no sign that looks like another", () => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 50 }), (length) => {
        const code = generateCode(randomBytes, length);
        expect(code).toHaveLength(length);
        expect(hasCodeForm(code)).toBe(true);
        expect(code).not.toMatch(/[0O1Iloi]/);
      }),
    );
  });

  it("favour no sign", () => {
    const counts = new Map<string, number>();
    for (const sign of generateCode(randomBytes, 110_000)) counts.set(sign, (counts.get(sign) ?? 0) + 1);
    expect(counts.size).toBe(codeAlphabet.length);
    // About 2,000 of each character are expected, with a standard deviation of 45. Eight times the standard deviation
    // is practically impossible.
    for (const count of counts.values()) expect(Math.abs(count - 2000)).toBeLessThan(360);
  });

  it("throw away bytes that would favour some signs", () => {
    const bytes = [Uint8Array.of(255, 255, 220, 0, 1, 2), Uint8Array.of(3, 4, 5, 6, 7, 8)];
    expect(generateCode(() => bytes.shift() ?? new Uint8Array(), 3)).toBe("234");
  });
});

describe("custom codes", () => {
  it.each(["abc", "A-b_9", "x".repeat(50), "---"])("may be %j", (code) => {
    expect(codeProblem(code)).toBeNull();
  });

  it.each(["ab", "x".repeat(51), "a b", "a/b", "äöü", "abc\n", ""])("may not be %j", (code) => {
    expect(codeProblem(code)).toBe(codeHint);
  });

  it.each(["api", "API", "Login", "new", "dashboard", "reset-password", "healthz"])(
    "may not be the reserved %j",
    (code) => {
      expect(codeProblem(code)).toBe("This short URL is reserved");
    },
  );

  it.each(["keys", "Keys", "live", "developers", "invitations", "scim", "saml", "docs", "status"])(
    "may not be %j, a path of the app",
    (code) => {
      expect(codeProblem(code)).toBe("This short URL is reserved");
    },
  );

  it("are reserved for ever: where a path goes its word becomes one of formerSegments", async () => {
    const golden = (await readFile(new URL("golden/reserved.txt", import.meta.url), "utf8")).trim().split("\n");
    expect(reservedCodes).toEqual(expect.arrayContaining(golden));
    expect(reservedCodes.filter((word) => !golden.includes(word))).toEqual([]);
  });

  it("are taken exactly when they have the form and are not reserved", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (code) => {
        const fits = /^[A-Za-z0-9_-]{3,50}$/.test(code) && !code.includes("\n");
        expect(codeProblem(code) === null).toBe(fits && !isReservedCode(code));
      }),
    );
  });
});

describe("codes of a workspace's own domain", () => {
  it.each(["a", "x".repeat(190), "docs/2026/plan.pdf", "v1.2", "@ada", "a:b=c", "login", "wp-login.php"])(
    "may be %j",
    (code) => {
      expect(wideCodeProblem(code)).toBeNull();
    },
  );

  it.each([
    "",
    "x".repeat(191),
    "/a",
    "a/",
    "a//b",
    "a/../b",
    "..",
    "./a",
    "a b",
    "a%20b",
    "a+",
    "ä",
    "a?b",
    "a#b",
    "a\n",
    "a;b",
    "a,b",
  ])("may not be %j", (code) => {
    expect(wideCodeProblem(code)).toBe(wideCodeHint);
  });

  it.each(["a;b", "a,b"])("may be %j where one has been taken before", (code) => {
    expect(hasWideCodeForm(code)).toBe(true);
  });

  it.each(["robots.txt", "healthz", ".well-known/assetlinks.json", ".Well-Known", "apple-app-site-association"])(
    "may not be the reserved %j",
    (code) => {
      expect(wideCodeProblem(code)).toBe("This short URL is reserved");
    },
  );
});
