import { describe, expect, it } from "vitest";
import { createGuard, isPublicAddress } from "./guard.ts";
import { isInside, OutgoingError } from "./outgoingError.ts";

it.each(["8.8.8.8", "1.1.1.1", "2606:4700:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808", "2a00:1450:4001::1"])(
  "%s is public",
  (address) => expect(isPublicAddress(address)).toBe(true),
);

it.each([
  "0.0.0.0",
  "0.1.2.3",
  "10.0.0.1",
  "100.64.0.1",
  "127.0.0.1",
  "127.255.255.254",
  "168.63.129.16",
  "::ffff:168.63.129.16",
  "64:ff9b::a83f:8110",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.1",
  "192.0.2.1",
  "192.88.99.1",
  "192.168.1.1",
  "198.18.0.1",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::7f00:1",
  "::ffff:127.0.0.1",
  "::ffff:a00:1",
  "::ffff:0:7f00:1",
  "64:ff9b::7f00:1",
  "64:ff9b::a9fe:a9fe",
  "64:ff9b:1::808:808",
  "100::1",
  "2001::1",
  "2001:db8::1",
  "2002:7f00:1::",
  "3fff::1",
  "4000::1",
  "5f00::1",
  "fc00::1",
  "fd00::1",
  "fe80::1",
  "fe80::1%eth0",
  "fec0::1",
  "ff02::1",
  "localhost",
  "",
])("%j is not", (address) => expect(isPublicAddress(address)).toBe(false));

describe("who chose a URL", () => {
  const inside = [{ address: "10.0.0.1", family: 4 }];
  const guards = {
    "a name that leads inside": createGuard([], async () => inside),
    "a name that there isn't": createGuard([], () => Promise.reject(new Error("ENOTFOUND"))),
    "a name without an address": createGuard([], async () => []),
  };
  const refusals = Object.entries(guards).map(([what, { lookup }]) => {
    const error = new Promise<Error | null>((resolve) => lookup("db.example", { all: true }, resolve));
    return [what, error] as const;
  });

  it.each(refusals)("isn't told whether it is %s", async (what, refused) => {
    const error = await refused;
    expect(error).toMatchObject({
      failure: "name",
      message: "db.example is not a public address, or can't be resolved",
    });
    // Operators' metrics distinguish forbidden addresses from names that can't be resolved.
    expect(error instanceof OutgoingError && isInside(error)).toBe(what === "a name that leads inside");
  });

  it.each(["http://db/", "http://db./", "https://localhost:5432/", "http://metadata"])(
    "can't name what is of one network alone: %s",
    (url) => {
      expect(() => createGuard([]).check(new URL(url))).toThrow("is not a public address, or can't be resolved");
      // If the operator allows a network, the host's addresses decide.
      createGuard([{ address: "10.0.0.0", prefix: 8, family: "ipv4" }]).check(new URL(url));
    },
  );
});
