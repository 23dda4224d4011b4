import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { isFollowed, noTraces } from "./traces.ts";
import { openTraces } from "./openTraces.ts";

describe("traces of batches", () => {
  it("are off without an endpoint, and with a share of nothing", async () => {
    expect(await openTraces("api", { ratio: 1 })).toBe(noTraces);
    expect(await openTraces("api", { endpoint: "http://127.0.0.1:1", ratio: 0 })).toBe(noTraces);
  });

  it("follow the configured share, the same batches everywhere", () => {
    const ids = Array.from({ length: 4000 }, () => randomUUID());
    const followed = ids.filter((id) => isFollowed(id, 0.25));
    expect(followed.length).toBeGreaterThan(800);
    expect(followed.length).toBeLessThan(1200);
    expect(ids.filter((id) => isFollowed(id, 0.25))).toEqual(followed);
    expect(ids.every((id) => isFollowed(id, 1))).toBe(true);
  });

  it("end in time when nobody takes them", async () => {
    const traces = await openTraces("api", { endpoint: "http://127.0.0.1:1", ratio: 1 });
    traces.begin(randomUUID(), 1, 2, { clicks: 1 });
    traces.step(randomUUID(), "push", 1, 2);
    traces.request("proxy-4711", "GET /api/urls", 1, 2, {});
    await expect(traces.close()).resolves.toBeUndefined();
  });
});
