import { describe, expect, it } from "vitest";
import { type HourCount, median, usualCount } from "./usual.ts";
import { daysEarlier, lastWindow, windowFrom, windowsSince } from "./windows.ts";

const at = (text: string) => new Date(text);
const shown = ({ from, to }: { from: Date; to: Date }) => `${from.toISOString()}/${to.toISOString()}`;

describe("windows", () => {
  it("are hours and days of the zone's clock", () => {
    const now = at("2026-11-25T10:20:30.456Z");
    expect(shown(lastWindow("hour", now, "UTC"))).toBe("2026-11-25T09:00:00.000Z/2026-11-25T10:00:00.000Z");
    expect(shown(lastWindow("hour", now, "Asia/Kathmandu"))).toBe("2026-11-25T09:15:00.000Z/2026-11-25T10:15:00.000Z");
    expect(shown(lastWindow("day", now, "America/New_York"))).toBe("2026-11-24T05:00:00.000Z/2026-11-25T05:00:00.000Z");
  });

  it("follow each other without gaps where the clock is set back and forth", () => {
    const tz = "Europe/Berlin";
    for (const [from, to] of [
      ["2026-03-28T20:00:00Z", "2026-03-29T08:00:00Z"],
      ["2026-10-24T20:00:00Z", "2026-10-25T08:00:00Z"],
    ] as const) {
      const windows = windowsSince("hour", at(from), at(to), tz);
      expect(windows).toHaveLength(12);
      for (const [i, window] of windows.entries()) expect(window.from).toEqual(windows[i - 1]?.to ?? at(from));
    }
    const days = windowsSince("day", at("2026-03-27T23:00:00Z"), at("2026-03-31T00:00:00Z"), tz);
    expect(days.map(({ to, from }) => (to.getTime() - from.getTime()) / 3_600_000)).toEqual([24, 23, 24]);
  });

  it("a week earlier have the same time of the clock", () => {
    const window = windowFrom("hour", at("2026-03-30T07:00:00Z"), "Europe/Berlin");
    expect(shown(daysEarlier("hour", window, 7, "Europe/Berlin"))).toBe(
      "2026-03-23T08:00:00.000Z/2026-03-23T09:00:00.000Z",
    );
    const day = windowFrom("day", at("2026-03-29T22:00:00Z"), "Europe/Berlin");
    expect(shown(daysEarlier("day", day, 7, "Europe/Berlin"))).toBe(
      "2026-03-22T23:00:00.000Z/2026-03-23T23:00:00.000Z",
    );
  });
});

describe("what is usual", () => {
  const window = windowFrom("hour", at("2026-11-25T09:00:00Z"), "UTC");
  const hours = (counts: Readonly<Record<string, number>>): HourCount[] =>
    Object.entries(counts).map(([day, count]) => ({ at: at(`2026-${day}T09:00:00Z`), count }));
  const usual = (counts: Readonly<Record<string, number>>, since = "2026-01-01") =>
    usualCount(hours(counts), window, { size: "hour", tz: "UTC", since: at(since) });

  it("is the median of four weeks, which one odd week doesn't move", () => {
    expect(usual({ "11-18": 10, "11-11": 12, "11-04": 5000, "10-28": 11 })).toBe(11.5);
    expect(usual({ "11-18": 10, "11-11": 12, "11-04": 0, "10-28": 11 })).toBe(10.5);
  });

  it("is 0 where nobody clicked, and leaves out weeks before the beginning", () => {
    expect(usual({})).toBe(0);
    expect(usual({ "11-18": 10, "11-11": 20 }, "2026-11-10")).toBe(15);
  });

  it("is that of the last days where there is one week at most, and unknown with less than three", () => {
    expect(usual({ "11-24": 4, "11-23": 6, "11-22": 5 }, "2026-11-22")).toBe(5);
    expect(usual({ "11-24": 4, "11-23": 6 }, "2026-11-23")).toBe(null);
  });

  it("of a day is made of its hours", () => {
    const day = windowFrom("day", at("2026-11-24T00:00:00Z"), "UTC");
    const counts = ["11-17T01", "11-17T23", "11-10T05"].map((hour) => ({ at: at(`2026-${hour}:00:00Z`), count: 10 }));
    expect(usualCount(counts, day, { size: "day", tz: "UTC", since: at("2026-11-09") })).toBe(15);
  });

  it("has a middle", () => {
    expect([median([3]), median([1, 9]), median([9, 1, 2]), median([4, 1, 2, 3])]).toEqual([3, 5, 2, 2.5]);
  });
});
