import { domainKey, encodeDomain } from "@hoplog/schema/topics/links/hosts.js";
import { expect, it } from "vitest";
import { mayHaveCertificate } from "./certificates.ts";

const served = encodeDomain({ number: 7, ignoresCase: false });
const entries = new Map<string, Uint8Array>([
  [domainKey("go.brand.example"), served],
  [domainKey("later.brand.example"), Buffer.concat([Buffer.from([4]), served.subarray(1)])],
]);
const hosts = (complete: boolean) => ({ read: (key: string) => entries.get(key), isComplete: () => complete });

it.each([
  ["go.brand.example", "yes"],
  ["GO.brand.example", "yes"],
  ["a.go.brand.example", "no"],
  ["brand.example", "no"],
  ["*.brand.example", "no"],
  ["go.brand.example.", "no"],
  ["", "no"],
  ["go.brand.example/../x", "no"],
  [`${"x".repeat(70_000)}.example`, "no"],
  ["later.brand.example", "unknown"],
])("of %s it is said: %s", (name, answer) => {
  expect(mayHaveCertificate(name, hosts(true))).toBe(answer);
});

it("what is unknown to a replica that isn't complete is not refused for ever", () => {
  expect(mayHaveCertificate("new.brand.example", hosts(false))).toBe("unknown");
  expect(mayHaveCertificate("go.brand.example", hosts(false))).toBe("yes");
});
