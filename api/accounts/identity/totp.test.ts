import { generateSync } from "otplib";
import { expect, it } from "vitest";
import { newTotpSecret, totpStepOf, totpUri } from "./totp.ts";

const random = (size: number) => Uint8Array.from({ length: size }, (_, i) => (i * 37) % 256);
const secret = newTotpSecret(random);
const now = new Date("2026-11-30T12:00:00Z");
const epoch = now.getTime() / 1000;
const codeAt = (seconds: number) => generateSync({ secret, epoch: epoch + seconds });

it("makes secrets of 160 bits in base32, and URIs that apps read", () => {
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const uri = new URL(totpUri("hoplog", "ada+b@example.com", secret));
  expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
    "otpauth:",
    "totp",
    "/hoplog:ada+b@example.com",
  ]);
  expect(Object.fromEntries(uri.searchParams)).toEqual({ secret, issuer: "hoplog" });
});

it("knows the codes of RFC 6238", () => {
  const ofRfc = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
  // The RFC's test vectors have eight digits; a six-digit code consists of the last six.
  for (const [time, code] of [
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
  ] as const)
    expect(totpStepOf(ofRfc, code, new Date(time * 1000), 0)).toBe(Math.floor(time / 30));
});

it.each([
  [-31, false],
  [-30, true],
  [0, true],
  [30, true],
  [60, false],
])("judges a code of %i seconds later: %s", (seconds, isRight) => {
  // The time is the beginning of a step.
  expect(totpStepOf(secret, codeAt(seconds), now, 0) !== null).toBe(isRight);
});

it("takes no code twice, nor one before the last", () => {
  const step = totpStepOf(secret, codeAt(0), now, 0);
  expect(step).toBe(epoch / 30);
  expect(totpStepOf(secret, codeAt(0), now, step ?? 0)).toBeNull();
  expect(totpStepOf(secret, codeAt(-30), now, step ?? 0)).toBeNull();
  expect(totpStepOf(secret, codeAt(30), now, step ?? 0)).toBe((step ?? 0) + 1);
});

it.each(["", "12345", "1234567", "12345a", "１２３４５６", " 123456", "-12345"])("takes %j for no code", (code) => {
  expect(totpStepOf(secret, code, now, 0)).toBeNull();
});
