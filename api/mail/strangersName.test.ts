import { describe, expect, it } from "vitest";
import { strangersName } from "./strangersName.ts";

describe("in a mail to somebody who has agreed to none", () => {
  it.each([
    "You won! https://evil.example/claim",
    "evil.example",
    "Visit WWW.evil",
    "mail boss@evil",
    "bücher.рф now",
    "\u202E\u2066",
  ])("%s is nobody's name", (name) => {
    expect(strangersName(name)).toBe("Somebody");
  });

  it.each(["Ada Lovelace", "J. R. R. Tolkien", "J.R. Ewing", "O’Neill & Sons, Inc.", "山田太郎", "Wanda 👩‍🚀"])(
    "%s stays as it is",
    (name) => {
      expect(strangersName(name)).toBe(name);
    },
  );

  it("signs that turn the direction of writing are left out", () => {
    expect(strangersName("Eve \u202Etxt\u202C")).toBe("Eve txt");
  });
});
