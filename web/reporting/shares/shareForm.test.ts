import { expect, it } from "vitest";
import { changesIn, firstValues } from "./shareForm.ts";

const share = { from: "2026-03-01T08:15:42.123Z", expiresAt: null };
const values = { ...firstValues(null, null), from: "", expiresAt: "" };
const shown = (at: Date) => {
  const two = (n: number) => String(n).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
};

it("leaves a beginning as it is, to the millisecond, that nobody has changed", () => {
  const local = shown(new Date(share.from));
  expect(changesIn({ ...values, from: local }, share)).toMatchObject({ from: share.from, expiresAt: null });
  expect(changesIn({ ...values, from: local }, null).from).toBe("2026-03-01T08:15:00.000Z");
});

it("sends another beginning, and none", () => {
  const later = new Date("2026-03-02T08:15:00.000Z");
  expect(changesIn({ ...values, from: shown(later) }, share).from).toBe(later.toISOString());
  expect(changesIn(values, share).from).toBeNull();
});
