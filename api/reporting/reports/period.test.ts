import { describe, expect, it } from "vitest";
import { dueAt, nextPeriod, periodBefore, periodOf } from "./period.ts";

describe("the period of a report", () => {
  it.each([
    ["weekly", "2026-11-23", { first: "2026-11-23", end: "2026-11-30" }],
    ["weekly", "2026-11-29", { first: "2026-11-23", end: "2026-11-30" }],
    ["weekly", "2027-01-01", { first: "2026-12-28", end: "2027-01-04" }],
    ["monthly", "2026-12-31", { first: "2026-12-01", end: "2027-01-01" }],
    ["monthly", "2028-02-29", { first: "2028-02-01", end: "2028-03-01" }],
  ] as const)("%s, of %s", (cadence, day, period) => {
    expect(periodOf(cadence, day)).toEqual(period);
  });

  it("is followed by the next one, without a gap, and follows the one before", () => {
    for (const cadence of ["weekly", "monthly"] as const) {
      let period = periodOf(cadence, "2026-01-15");
      for (let i = 0; i < 60; i++) {
        const next = nextPeriod(cadence, period);
        expect(next.first).toBe(period.end);
        expect(periodBefore(cadence, next)).toEqual(period);
        period = next;
      }
    }
  });

  it("is due on the morning behind it, where the report's clock is", () => {
    const period = periodOf("weekly", "2026-11-23");
    expect(dueAt(period, "UTC").toISOString()).toBe("2026-11-30T07:00:00.000Z");
    expect(dueAt(period, "Asia/Kathmandu").toISOString()).toBe("2026-11-30T01:15:00.000Z");
    expect(dueAt(period, "America/New_York").toISOString()).toBe("2026-11-30T12:00:00.000Z");
    // The UTC offset changes on that day.
    expect(dueAt(periodOf("monthly", "2026-10-15"), "America/New_York").toISOString()).toBe("2026-11-01T12:00:00.000Z");
    expect(dueAt(periodOf("monthly", "2028-09-15"), "Australia/Sydney").toISOString()).toBe("2028-09-30T20:00:00.000Z");
  });
});
