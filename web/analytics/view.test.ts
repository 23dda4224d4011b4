import { describe, expect, it } from "vitest";
import { changeOf, readView, spanBefore, spanOf, withFilter, writeView } from "./view.ts";

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
