// @vitest-environment node
import { describe, expect, it } from "vitest";
import { createFeed, type LiveClick, type LiveEvent, rowsMax } from "./feed.ts";

const start = Date.UTC(2026, 10, 24, 12);
const iso = (seconds: number) => new Date(start + seconds * 1000).toISOString();
const click = (id: string): LiveClick => ({
  id,
  timestamp: iso(0),
  country: "Germany",
  countryCode: "DE",
  regionName: "",
  city: "",
  device: "desktop",
  browser: "",
  operatingSystem: "",
  referrer: "",
  isBot: false,
  linkId: "l",
  linkName: "Link",
  code: "code",
});
const slice = (seconds: number, people: number, bots = 0, code = "DE") => ({
  at: iso(seconds),
  people,
  bots,
  countries: [{ code, people, bots }],
});
const event = (seconds: number, changes: Partial<LiveEvent>): LiveEvent => ({
  at: iso(seconds),
  reset: false,
  slices: [],
  clicks: [],
  sampledOf: 0,
  ...changes,
});

describe("the feed of a live page", () => {
  it("knows nothing before the first event", () => {
    expect(createFeed().view(0)).toBeNull();
  });

  it("adds up the last slices by the server's clock, whatever ours says", () => {
    const feed = createFeed();
    const slices = [slice(-1800, 64), slice(-1790, 32), slice(-900, 16), slice(-50, 8), slice(-40, 4, 1), slice(0, 2)];
    feed.add(event(5, { reset: true, slices }), 77);
    expect(feed.view(77)).toMatchObject({
      minute: { since: start - 50_000, people: 14, bots: 1 },
      quarter: { since: start - 890_000, people: 14 },
      half: { since: start - 1_790_000, people: 62 },
    });
    expect(feed.view(77 + 60_000)?.minute).toMatchObject({ people: 0 });
    expect(feed.view(77 + 3_600_000)?.half).toMatchObject({ people: 0, bots: 0 });
  });

  it("takes the later slice of the same time, so that nothing counts twice", () => {
    const feed = createFeed();
    feed.add(event(0, { reset: true, slices: [slice(-10, 5), slice(0, 1)] }), start);
    feed.add(event(1, { slices: [slice(0, 3), slice(0, 3)] }), start + 1000);
    expect(feed.view(start + 1000)?.minute.people).toBe(8);
    feed.add(event(2, { reset: true, slices: [slice(0, 4)] }), start + 2000);
    expect(feed.view(start + 2000)?.minute.people).toBe(4);
  });

  it("gives the same countries until they change", () => {
    const feed = createFeed();
    feed.add(event(0, { reset: true, slices: [slice(-10, 5), slice(0, 1), slice(-20, 2, 1, "FR")] }), start);
    const first = feed.view(start)?.countries;
    expect(first).toEqual([
      { code: "DE", people: 6, bots: 0 },
      { code: "FR", people: 2, bots: 1 },
    ]);
    expect(feed.view(start + 500)?.countries).toBe(first);
    feed.add(event(1, { slices: [slice(0, 2)] }), start + 1000);
    expect(feed.view(start + 1000)?.countries).not.toBe(first);
  });

  it("lists the newest clicks first, a bounded number, each once, and says when they are a sample", () => {
    const feed = createFeed();
    feed.add(event(0, { reset: true, clicks: [click("a"), click("b")], sampledOf: 2 }), start);
    feed.add(event(1, { clicks: [click("b"), click("c")], sampledOf: 2 }), start);
    expect(feed.view(start)).toMatchObject({ isSampled: false, clicks: [{ id: "c" }, { id: "b" }, { id: "a" }] });
    const many = Array.from({ length: rowsMax }, (_, i) => click(`m${i}`));
    feed.add(event(2, { clicks: many, sampledOf: 10_000 }), start);
    const view = feed.view(start);
    expect(view?.isSampled).toBe(true);
    expect(view?.clicks).toHaveLength(rowsMax);
    expect(view?.clicks[0]?.id).toBe(`m${rowsMax - 1}`);
  });
});
