import tzdata from "tzdata/timezone-data.json" with { type: "json" };
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { select } from "../clickhouse/select.ts";
import { openTestApi } from "../../testing/testApi.ts";
import { timeZoneNamed } from "./range.ts";

describe("a time zone", () => {
  it.each([
    ["Europe/Kyiv", "Europe/Kyiv"],
    ["Europe/Kiev", "Europe/Kiev"],
    ["Asia/Kolkata", "Asia/Kolkata"],
    ["Asia/Calcutta", "Asia/Calcutta"],
    ["Asia/Kathmandu", "Asia/Kathmandu"],
    ["America/Nuuk", "America/Nuuk"],
    ["america/port_of_spain", "America/Port_of_Spain"],
    ["UTC", "UTC"],
  ])("%s is %s", (given, expected) => {
    expect(timeZoneNamed(given)).toBe(expected);
  });

  it.each(["Mars/Base", "+02:00", "Factory", "", "__proto__", "Europe/Berlin\0"])("%j is none", (given) => {
    expect(timeZoneNamed(given)).toBeNull();
  });

  it("is one of ClickHouse's, whichever of its names was given", async () => {
    const api = await openTestApi();
    onTestFinished(() => api.close());
    const rows = await select(
      api.services.clickhouse,
      z.object({ name: z.string() }),
      "SELECT time_zone AS name FROM system.time_zones",
      {},
    );
    const known = new Set(rows.map(({ name }) => name));
    const ours = Object.keys(tzdata.zones).flatMap((name) => timeZoneNamed(name) ?? []);
    expect(ours.filter((name) => !known.has(name))).toEqual([]);
  });
});
