import { expect, it } from "vitest";
import { retryAfterMs } from "./retryAfter.ts";

const now = new Date("2026-11-26T00:00:00.000Z");

it.each([
  ["30", 30_000],
  [" 0 ", 0],
  ["Thu, 26 Nov 2026 00:01:00 GMT", 60_000],
  ["Wed, 25 Nov 2026 23:59:00 GMT", -60_000],
  ["soon", null],
  ["", null],
  [undefined, null],
  ["9".repeat(400), null],
])("Retry-After %j is %j ms", (given, ms) => {
  expect(retryAfterMs(given, now)).toBe(ms);
});
