import { describe, expect, it } from "vitest";
import { changed, checkedDays, type Policy } from "./change.ts";

const now = new Date("2026-04-10T12:00:00Z");
const later = new Date("2026-04-13T12:00:00Z");
const holding = (days: number | null, waiting: Policy["waiting"] = null): Policy => ({ days, waiting });

describe("a wish for a retention", () => {
  it.each([
    ["a first one waits", holding(null), 365, holding(null, { days: 365, from: later })],
    ["a shorter one waits", holding(365), 90, holding(365, { days: 90, from: later })],
    ["a longer one holds at once", holding(90), 365, holding(365)],
    ["the same one changes nothing", holding(90), 90, holding(90)],
    ["none holds at once", holding(90), null, holding(null)],
    [
      "another one begins to wait anew",
      holding(null, { days: 90, from: now }),
      365,
      holding(null, { days: 365, from: later }),
    ],
    ["a longer one ends what waits", holding(90, { days: 30, from: later }), 120, holding(120)],
    ["none ends what waits", holding(null, { days: 30, from: later }), null, holding(null)],
  ])("%s", (_, before, wanted, after) => expect(changed(before, wanted, now)).toEqual(after));

  it.each([29, 3651, 0, -90, 90.5, Number.NaN, Number.POSITIVE_INFINITY])("can't be of %d days", (days) =>
    expect(() => checkedDays(days)).toThrow(
      expect.objectContaining({
        type: "VALIDATION_ERROR",
        details: { fields: [{ field: "days", message: "Must be a whole number of days from 30 to 3650" }] },
      }),
    ),
  );

  it.each([null, 30, 3650])("may be of %s days", (days) => expect(checkedDays(days)).toBe(days));
});
