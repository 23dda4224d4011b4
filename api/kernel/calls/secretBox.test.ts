import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createSecretBox } from "./secretBox.ts";

const id = "01900000-0000-7000-8000-000000000001";
const box = createSecretBox("a secret that only the tests know, long enough", randomBytes);

describe("a sealed secret", () => {
  it("is opened for the row that it was sealed for, and seals differ", () => {
    const [one, other] = [box.seal(id, "schlüssel"), box.seal(id, "schlüssel")];
    expect([box.open(id, one), box.open(id, other)]).toEqual(["schlüssel", "schlüssel"]);
    expect(one.equals(other)).toBe(false);
    expect(one.includes(Buffer.from("schlüssel"))).toBe(false);
  });

  it("is opened nowhere else", () => {
    const sealed = box.seal(id, "key");
    expect(box.open(id.replace(/1$/, "2"), sealed)).toBeNull();
    expect(createSecretBox("another secret of an installation, long", randomBytes).open(id, sealed)).toBeNull();
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(box.open(id, changed)).toBeNull();
    }
    for (let length = 0; length < sealed.length; length++) expect(box.open(id, sealed.subarray(0, length))).toBeNull();
  });
});
