import { describe, expect, it } from "vitest";
import { clientAddress, trustedProxies } from "../http/clientAddress.ts";
import { addressKey, emailKey } from "./keys.ts";

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

it("emailKey knows no case and shows no address", () => {
  expect(emailKey(" Ada@Example.com")).toBe(emailKey("ada@example.com"));
  expect(emailKey("ada@example.com")).not.toContain("ada");
});

describe("clientAddress", () => {
  const isTrusted = trustedProxies([
    { address: "10.0.0.0", prefix: 8, family: "ipv4" },
    { address: "::1", prefix: 128, family: "ipv6" },
  ]);
  it.each([
    ["192.0.2.1", "203.0.113.7", "192.0.2.1"],
    ["10.0.0.1", undefined, "10.0.0.1"],
    ["10.0.0.1", "203.0.113.7", "203.0.113.7"],
    ["10.0.0.1", "198.51.100.1, 203.0.113.7", "203.0.113.7"],
    ["10.0.0.1", "198.51.100.1, 203.0.113.7, 10.1.1.1", "203.0.113.7"],
    ["::1", "nonsense", "::1"],
  ])("from %s with %j is %s", (peer, forwardedFor, address) =>
    expect(clientAddress(peer, forwardedFor, isTrusted)).toBe(address),
  );
});
