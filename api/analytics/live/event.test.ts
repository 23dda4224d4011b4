import { describe, expect, it } from "vitest";
import { type LiveClick, type LiveEvent, mergedEvents, sampleMax, type Slice } from "./event.ts";

const at = (seconds: number) => new Date(Date.UTC(2026, 4, 6) + seconds * 1000);
const slice = (seconds: number, people: number): Slice => ({ at: at(seconds), people, bots: 0, countries: [] });
const click = (id: string): LiveClick => ({
  id,
  timestamp: at(0),
  country: "",
  countryCode: "",
  city: "",
  regionName: "",
  isp: "",
  device: "Unknown",
  browser: "",
  browserVersion: "",
  operatingSystem: "",
  referrer: "",
  isBot: false,
  botReason: "",
  linkId: id,
  linkName: "",
  code: "",
});
const event = (changes: Partial<LiveEvent>): LiveEvent => ({
  at: at(20),
  reset: false,
  people: 0,
  bots: 0,
  slices: [],
  clicks: [],
  sampledOf: 0,
  ...changes,
});

describe("events for a slow reader", () => {
  it("keep every figure: of a slice the later one, of new clicks the sum", () => {
    const first = event({ people: 2, bots: 1, slices: [slice(0, 5), slice(10, 2)], sampledOf: 2 });
    const second = event({ people: 3, slices: [slice(10, 5), slice(20, 1)], sampledOf: 3 });
    expect(mergedEvents(first, second)).toEqual(
      event({ people: 5, bots: 1, slices: [slice(0, 5), slice(10, 5), slice(20, 1)], sampledOf: 5 }),
    );
  });

  it("keep the newest clicks alone", () => {
    const ids = (from: number, count: number) => Array.from({ length: count }, (_, i) => click(String(from + i)));
    const { clicks } = mergedEvents(event({ clicks: ids(0, sampleMax) }), event({ clicks: ids(100, 2) }));
    expect(clicks).toHaveLength(sampleMax);
    expect(clicks.slice(-3).map(({ id }) => id)).toEqual([String(sampleMax - 1), "100", "101"]);
  });

  it("stay a window where one was, and are the window where one comes", () => {
    const window = event({ reset: true, slices: [slice(0, 5)] });
    expect(mergedEvents(window, event({ slices: [slice(10, 1)] }))).toEqual(
      event({ reset: true, slices: [slice(0, 5), slice(10, 1)] }),
    );
    expect(mergedEvents(event({ people: 9, slices: [slice(10, 1)] }), window)).toBe(window);
  });

  it("forget slices that are older than the window, so that they stay few", () => {
    const merged = mergedEvents(event({ slices: [slice(0, 1)] }), event({ at: at(3600), slices: [slice(3590, 2)] }));
    expect(merged.slices).toEqual([slice(3590, 2)]);
  });
});
