import { expect, it } from "vitest";
import { effectText } from "./effectTexts.ts";

const effect = {
  version: 2,
  from: "2026-11-28T09:00:00Z",
  at: "2026-11-28T10:00:00Z",
  before: 1,
  after: 1,
  isOngoing: false,
  otherEdits: 0,
};

it.each([
  [{ to: "2026-11-28T10:09:36Z" }, "1 click in 9.6 minutes before, 1 after"],
  [
    { to: "2026-11-28T10:01:00Z", before: 0, otherEdits: 1 },
    "0 clicks in 1 minute before, 1 after; 1 other change within",
  ],
  [
    { to: "2026-11-30T10:00:00Z", before: 2, otherEdits: 2, isOngoing: true },
    "2 clicks in 2 days before, 1 after so far; 2 other changes within",
  ],
])("counts in the singular and the plural: %o", (change, text) => {
  expect(effectText({ ...effect, ...change })).toBe(text);
});
