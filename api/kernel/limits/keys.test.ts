import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { addressKey, createCountKeys, networkKey } from "./keys.ts";

describe("addressKey", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:0DB8:0001:0002::1", "2001:db8:1:2"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["::1", "0:0:0:0"],
    ["fe80::1%eth0", "fe80:0:0:0"],
  ])("takes %s as %s", (address, key) => expect(addressKey(address)).toBe(key));
});

it.each([
  ["203.0.113.7", "203.0.113"],
  ["::ffff:203.0.113.99", "203.0.113"],
  ["2001:0DB8:1:2::1", "2001:db8:1"],
  ["2001:db8::1", "2001:db8:0"],
])("networkKey takes %s as %s", (address, key) => expect(networkKey(address)).toBe(key));

describe("the keys that are stored", () => {
  const keys = createCountKeys("a secret");
  const other = createCountKeys("another secret");

  it("know no case of an e-mail address, and one IPv6 line as one", () => {
    expect(keys.email(" Ada@Example.com")).toBe(keys.email("ada@example.com"));
    expect(keys.address("2001:db8::1")).toBe(keys.address("2001:db8::2"));
    expect(keys.address("203.0.113.7")).not.toBe(keys.address("203.0.113.8"));
  });

  it("know addresses with a plus as one inbox, for what is mailed there", () => {
    const ada = keys.inbox("ada@example.com");
    for (const email of [" ADA+1@example.com", "ada+a+b@example.com", "ada+@example.com"]) {
      expect(keys.inbox(email)).toBe(ada);
      expect(keys.email(email)).not.toBe(keys.email("ada@example.com"));
    }
    for (const email of ["a.da@example.com", "ada@example.com+x", "+ada@example.com", "ada@other.example"]) {
      expect(keys.inbox(email)).not.toBe(ada);
    }
  });

  it("show nothing, and can't be guessed without the secret", () => {
    const plain = createHash("sha256").update("ada@example.com").digest("base64url");
    const made = [
      keys.email("ada@example.com"),
      keys.address("203.0.113.7"),
      keys.addressAt(keys.email("ada@example.com"), "203.0.113.7"),
      keys.networkAt("one", "203.0.113.7"),
    ];
    for (const key of made) expect(key).not.toMatch(/ada|203\.0/);
    expect(made.join()).not.toContain(plain);
    expect(keys.email("ada@example.com")).not.toBe(other.email("ada@example.com"));
    expect(keys.address("203.0.113.7")).not.toBe(other.address("203.0.113.7"));
  });

  it("don't show that two accounts were at the same address", () => {
    const [, place] = keys.addressAt("one", "203.0.113.7").split("/");
    expect(keys.addressAt("other", "203.0.113.7")).not.toContain(place);
    expect(keys.address("203.0.113.7")).not.toBe(place);
  });
});
