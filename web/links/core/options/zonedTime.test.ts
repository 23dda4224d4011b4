import { describe, expect, it } from "vitest";
import { instantOf, shownTime, timeValue, timeZones } from "./zonedTime.ts";

describe("local times of a link's zone", () => {
  it.each([
    ["Europe/Berlin", "2026-01-15T09:00", "2026-01-15T08:00:00.000Z"],
    ["Europe/Berlin", "2026-07-15T09:00", "2026-07-15T07:00:00.000Z"],
    ["America/New_York", "2026-03-08T01:59", "2026-03-08T06:59:00.000Z"],
    ["America/New_York", "2026-03-08T03:00", "2026-03-08T07:00:00.000Z"],
    ["Asia/Kathmandu", "2026-05-01T00:00", "2026-04-30T18:15:00.000Z"],
    ["Australia/Lord_Howe", "2026-04-05T03:00", "2026-04-04T16:30:00.000Z"],
    ["Pacific/Apia", "2026-01-01T00:00", "2025-12-31T11:00:00.000Z"],
    ["UTC", "2028-02-29T23:59:58", "2028-02-29T23:59:58.000Z"],
    ["Europe/Berlin", "2026-12-24T18:00:00.250", "2026-12-24T17:00:00.250Z"],
  ])("in %s %s is %s, and back", (zone, local, instant) => {
    expect(instantOf(local, zone)).toBe(instant);
    expect(timeValue(instant, zone)).toBe(local);
  });

  it("that are left out in spring are as much later", () => {
    expect(instantOf("2026-03-29T02:30", "Europe/Berlin")).toBe("2026-03-29T01:30:00.000Z");
    expect(instantOf("2026-03-08T02:30", "America/New_York")).toBe("2026-03-08T07:30:00.000Z");
  });

  it("that come twice in autumn are the first, and the second stays an instant", () => {
    const [first, second] = ["2026-10-25T00:30:00.000Z", "2026-10-25T01:30:00.000Z"];
    expect(instantOf("2026-10-25T02:30", "Europe/Berlin")).toBe(first);
    expect(timeValue(first, "Europe/Berlin")).toBe("2026-10-25T02:30");
    expect(timeValue(second, "Europe/Berlin")).toBe(second);
    expect(shownTime(second, "Europe/Berlin")).toBe("2026-10-25T02:30");
    expect(instantOf(second, "Europe/Berlin")).toBe(second);
  });

  it("that are none have no instant, and nothing is empty", () => {
    for (const text of ["", "soon", "2026-01-01", "2026-1-1T00:00"]) expect(instantOf(text, "UTC")).toBeNull();
    expect(timeValue(null, "UTC")).toBe("");
  });

  it("may be of any zone, the link's own among them", () => {
    const zones = timeZones("Asia/Calcutta");
    expect(zones.slice(0, 2)).toEqual(["UTC", "Asia/Calcutta"]);
    expect(zones).toContain("Europe/Berlin");
    expect(new Set(zones).size).toBe(zones.length);
  });
});
