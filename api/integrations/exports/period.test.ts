import { describe, expect, it } from "vitest";
import { endOfPeriod, keyOf, periodsBetween, startOfPeriod } from "./period.ts";

const at = (text: string) => new Date(text);

describe("a period", () => {
  it("is an hour or day of UTC, also where a year begins", () => {
    expect(startOfPeriod("daily", at("2026-12-31T23:59:59.999Z"))).toEqual(at("2026-12-31"));
    expect(startOfPeriod("hourly", at("2026-12-31T23:59:59.999Z"))).toEqual(at("2026-12-31T23:00:00Z"));
    expect(endOfPeriod("hourly", at("2026-12-31T23:00:00Z"))).toEqual(at("2027-01-01"));
    expect(periodsBetween("daily", at("2026-02-27"), at("2026-03-02"), 10)).toHaveLength(3);
    expect(periodsBetween("hourly", at("2026-02-27"), at("2026-03-02"), 10)).toHaveLength(10);
    expect(periodsBetween("daily", at("2026-03-02"), at("2026-03-02"), 10)).toEqual([]);
  });

  it("has a key that says which it is and whose", () => {
    const of = { ownerId: "w", prefix: "a/b", cadence: "daily" } as const;
    expect(keyOf(of, at("2026-03-01"))).toBe("a/b/workspace=w/year=2026/month=03/day=01/clicks-2026-03-01.parquet");
    expect(keyOf({ ...of, prefix: "", cadence: "hourly" }, at("2026-03-01T07:00:00Z"))).toBe(
      "workspace=w/year=2026/month=03/day=01/hour=07/clicks-2026-03-01T07.parquet",
    );
  });
});
