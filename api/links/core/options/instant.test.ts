import { describe, expect, it } from "vitest";
import { parseInstant } from "./instant.ts";

describe("an instant", () => {
  it.each([
    ["2026-12-24T18:00:00Z", "UTC", "2026-12-24T18:00:00.000Z"],
    ["2026-12-24t18:00z", "Europe/Berlin", "2026-12-24T18:00:00.000Z"],
    ["2026-12-24T18:00:00.1239+05:30", "UTC", "2026-12-24T12:30:00.123Z"],
    ["2026-12-24T18:00-03:00", "Asia/Tokyo", "2026-12-24T21:00:00.000Z"],
    ["2026-12-24T18:00", "Europe/Berlin", "2026-12-24T17:00:00.000Z"],
    ["2026-07-24 18:00", "Europe/Berlin", "2026-07-24T16:00:00.000Z"],
    ["2026-07-24", "America/New_York", "2026-07-24T04:00:00.000Z"],
    ["2024-02-29", "UTC", "2024-02-29T00:00:00.000Z"],
    // A local time that is skipped when clocks go forward is moved one hour later.
    ["2026-03-29T02:30", "Europe/Berlin", "2026-03-29T01:30:00.000Z"],
  ])("%s in %s is %s", (text, zone, at) => {
    expect(parseInstant(text, zone)).toBe(at);
  });

  it.each([
    ["2026-07-24", "America/New_York", "2026-07-25T04:00:00.000Z"],
    ["2026-12-31", "Asia/Tokyo", "2026-12-31T15:00:00.000Z"],
    // The day on which clocks go forward has 23 hours.
    ["2026-03-29", "Europe/Berlin", "2026-03-29T22:00:00.000Z"],
    ["2024-02-29", "UTC", "2024-03-01T00:00:00.000Z"],
    ["9999-12-31", "UTC", "9999-12-31T00:00:00.000Z"],
    ["2026-07-24T00:00", "UTC", "2026-07-24T00:00:00.000Z"],
  ])("%s in %s ends at %s", (text, zone, at) => {
    expect(parseInstant(text, zone, "ends")).toBe(at);
  });

  it("is none where it would end a day that is none", () => {
    expect(["2026-02-30", "1969-12-30", "tomorrow"].map((text) => parseInstant(text, "UTC", "ends"))).toEqual([
      null,
      null,
      null,
    ]);
  });

  it.each([
    "",
    "tomorrow",
    "2026",
    "2026-02-30",
    "2025-02-29T00:00Z",
    "2026-13-01",
    "2026-00-10",
    "2026-12-24T24:00",
    "2026-12-24T18:60",
    "2026-12-24T18:00:60",
    "2026-12-24T18",
    "2026-12-24Z",
    "2026-12-24T18:00+5",
    "1969-12-31T23:59:59Z",
    "275760-09-13T00:00:00Z",
    "9999-12-31T23:00:00-05:00",
    "1766592000000",
  ])("%j is none", (text) => {
    expect(parseInstant(text, "UTC")).toBeNull();
  });
});
