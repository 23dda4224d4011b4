import { afterEach, describe, expect, it, vi } from "vitest";
import { readView, withFilter, writeView } from "./view.ts";
import { changeOf, spanBefore, spanOf } from "./spans.ts";

const now = new Date(2026, 10, 21, 15, 30);
const view = (text: string) => readView(new URLSearchParams(text));

describe("a view in the address", () => {
  it.each([
    "analytics=1",
    "analytics=1&range=7d",
    "analytics=1&range=custom&from=2026-01-02&to=2026-02-03",
    "analytics=1&range=90d&bots=1&compare=1&country=DE&browser=Mobile+Safari",
  ])("%s comes back as it was", (text) => {
    expect(writeView(new URLSearchParams(text), view(text)).toString()).toBe(text);
  });

  it("leaves out what it doesn't know", () => {
    expect(view("range=2y&from=yesterday&to=2026-99-01&bots=yes")).toEqual(view(""));
  });

  it("adds and removes a filter", () => {
    const filtered = withFilter(view("browser=Chrome"), "country", "DE");
    expect(filtered.filter).toEqual({ browser: "Chrome", country: "DE" });
    expect(withFilter(filtered, "browser", null).filter).toEqual({ country: "DE" });
  });
});

describe("the span of a view", () => {
  it("is open for all time", () => {
    expect(spanOf(view(""), now)).toBeNull();
    expect(spanOf(view("range=custom"), now)).toBeNull();
    expect(spanBefore(null, now)).toBeNull();
  });

  it("goes back by hours or by whole days of the viewer", () => {
    expect(spanOf(view("range=24h"), now)).toEqual({ from: new Date(2026, 10, 20, 15, 30).toISOString() });
    expect(spanOf(view("range=7d"), now)).toEqual({ from: new Date(2026, 10, 15).toISOString() });
  });

  it("holds both days of a custom period", () => {
    const span = spanOf(view("range=custom&from=2026-11-01&to=2026-11-02"), now);
    expect(span).toEqual({ from: new Date(2026, 10, 1).toISOString(), to: new Date(2026, 10, 3).toISOString() });
    expect(spanBefore(span, now)).toEqual({
      from: new Date(2026, 9, 30).toISOString(),
      to: new Date(2026, 10, 1).toISOString(),
    });
  });

  it("is compared with as much of the time before as has gone by", () => {
    expect(spanBefore(spanOf(view("range=7d"), now), now)).toEqual({
      from: new Date(2026, 10, 8).toISOString(),
      to: new Date(2026, 10, 14, 15, 30).toISOString(),
    });
  });

  it.each([
    ["today", "2026-11-21", "2026-11-21", new Date(2026, 10, 20), new Date(2026, 10, 20, 15, 30)],
    ["to the end of the week", "2026-11-16", "2026-11-22", new Date(2026, 10, 9), new Date(2026, 10, 14, 15, 30)],
  ])("that is not over is compared up to the same time of day: %s", (_, from, to, start, end) => {
    expect(spanBefore(spanOf(view(`range=custom&from=${from}&to=${to}`), now), now)).toEqual({
      from: start.toISOString(),
      to: end.toISOString(),
    });
  });

  it("that has not begun has nothing to compare", () => {
    expect(spanBefore(spanOf(view("range=custom&from=2026-11-25&to=2026-11-29"), now), now)).toBeNull();
  });

  it("of a day by the clock is compared with the 24 hours before", () => {
    expect(spanBefore(spanOf(view("range=24h"), now), now)).toEqual({
      from: new Date(2026, 10, 19, 15, 30).toISOString(),
      to: new Date(2026, 10, 20, 15, 30).toISOString(),
    });
  });

  describe("over a change of the clocks", () => {
    afterEach(() => vi.unstubAllEnvs());

    it.each([
      ["America/New_York", "2026-10-26", "2026-11-01", "2026-10-19T04:00:00.000Z", "2026-10-26T04:00:00.000Z"],
      ["America/New_York", "2026-11-01", "2026-11-07", "2026-10-25T04:00:00.000Z", "2026-11-01T04:00:00.000Z"],
      ["America/New_York", "2026-03-08", "2026-03-08", "2026-03-07T05:00:00.000Z", "2026-03-08T05:00:00.000Z"],
      ["Australia/Lord_Howe", "2026-04-05", "2026-04-05", "2026-04-03T13:00:00.000Z", "2026-04-04T13:00:00.000Z"],
      // On this day, clocks skip midnight, so the day begins at one o'clock.
      ["Africa/Cairo", "2026-04-24", "2026-04-24", "2026-04-22T22:00:00.000Z", "2026-04-23T22:00:00.000Z"],
    ])("moves by calendar days: %s, %s to %s", (tz, from, to, start, end) => {
      vi.stubEnv("TZ", tz);
      const later = new Date("2026-12-01T12:00:00.000Z");
      const found = spanBefore(spanOf(view(`range=custom&from=${from}&to=${to}`), later), later);
      expect(found).toEqual({ from: start, to: end });
    });

    it("compares seven days with seven in New York on 7 November", () => {
      vi.stubEnv("TZ", "America/New_York");
      const evening = new Date("2026-11-08T04:30:00.000Z");
      expect(spanBefore(spanOf(view("range=7d"), evening), evening)).toEqual({
        from: "2026-10-25T04:00:00.000Z",
        to: "2026-11-01T03:30:00.000Z",
      });
    });
  });

  it("has nothing before it when its end comes first", () => {
    expect(spanBefore(spanOf(view("range=custom&from=2026-11-09&to=2026-11-02"), now), now)).toBeNull();
  });
});

describe("a change", () => {
  it.each([
    [120, 100, 20],
    [50, 100, -50],
    [0, 0, null],
    [5, 0, null],
  ])("from %s: was %s: %s", (current, before, change) => expect(changeOf(current, before)).toBe(change));
});
