import { describe, expect, it } from "vitest";
import { clockOf, mailTime, minuteOf } from "./quietHours.ts";

const night = { from: 22 * 60, to: 7 * 60 };

/** Returns the time in UTC at which an email is sent; the quiet hours are in Berlin by default. */
const mailed = (at: string, quiet = night, tz = "Europe/Berlin") => mailTime(new Date(at), quiet, tz).toISOString();

describe("what fires", () => {
  it.each([
    ["by day is mailed at once", "2026-11-25T12:00:00.000Z", "2026-11-25T12:00:00.000Z"],
    ["in the evening is mailed in the morning", "2026-11-25T21:00:00.000Z", "2026-11-26T06:00:00.000Z"],
    ["after midnight is mailed the same morning", "2026-11-25T23:30:00.000Z", "2026-11-26T06:00:00.000Z"],
    ["when they end is mailed at once", "2026-11-26T06:00:00.000Z", "2026-11-26T06:00:00.000Z"],
    ["just before is mailed then", "2026-11-26T05:59:59.999Z", "2026-11-26T06:00:00.000Z"],
    ["before the clock is set forward", "2026-03-28T21:30:00.000Z", "2026-03-29T05:00:00.000Z"],
    ["before the clock is set back", "2026-10-24T20:30:00.000Z", "2026-10-25T06:00:00.000Z"],
  ])("%s", (_, at, expected) => {
    expect(mailed(at)).toBe(expected);
  });

  it("within hours of one day is mailed that day", () => {
    expect(mailed("2026-11-25T11:30:00Z", { from: 12 * 60, to: 14 * 60 })).toBe("2026-11-25T13:00:00.000Z");
    expect(mailed("2026-11-25T13:00:00Z", { from: 12 * 60, to: 14 * 60 })).toBe("2026-11-25T13:00:00.000Z");
  });

  it("is never mailed before it fires, or not at all, whatever the clock does", () => {
    for (const day of ["2026-03-29", "2026-10-25"]) {
      for (let minute = -180; minute < 360; minute += 5) {
        const at = new Date(Date.parse(`${day}T00:00:00Z`) + minute * 60_000);
        for (const quiet of [night, { from: 60, to: 150 }, { from: 150, to: 120 }]) {
          const wait = mailTime(at, quiet, "Europe/Berlin").getTime() - at.getTime();
          expect(wait).toBeGreaterThanOrEqual(0);
          expect(wait).toBeLessThanOrEqual(25 * 60 * 60_000);
        }
      }
    }
  });
});

it("times of the day are read and written", () => {
  expect(["00:00", "7:00", "23:59", "24:00", "22:60", ""].map(minuteOf)).toEqual([0, null, 1439, null, null, null]);
  expect([0, 425, 1439].map(clockOf)).toEqual(["00:00", "07:05", "23:59"]);
});
