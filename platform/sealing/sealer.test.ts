import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createSealer } from "./sealer.ts";

const [first, second] = [
  "a secret that only the tests know, long enough",
  "another secret of the tests, long enough too",
];
const sealerOf = (...secrets: string[]) => createSealer(secrets, "tests", randomBytes);

describe("a sealer with several secrets", () => {
  it("seals with the first and opens what any of them sealed", () => {
    const old = sealerOf(first).seal("go.example", "key");
    const rotated = sealerOf(second, first);
    expect(rotated.open("go.example", old)).toBe("key");
    expect(rotated.isCurrent("go.example", old)).toBe(false);
    const renewed = rotated.seal("go.example", "key");
    expect([rotated.isCurrent("go.example", renewed), sealerOf(second).open("go.example", renewed)]).toEqual([
      true,
      "key",
    ]);
    expect(sealerOf(first).open("go.example", renewed)).toBeNull();
  });

  it("has another key for each purpose", () => {
    const sealed = createSealer([first], "others", randomBytes).seal("go.example", "key");
    expect(sealerOf(first).open("go.example", sealed)).toBeNull();
  });

  it("needs a secret", () => {
    expect(() => sealerOf()).toThrow(RangeError);
  });
});
