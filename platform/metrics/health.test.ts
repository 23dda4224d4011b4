import { expect, it } from "vitest";
import { canBeUsed, coalesced, healthReport, publicHealth, Remark } from "./health.ts";

it.each([
  [{ links: true, figures: true }, 200, "ok"],
  [{ links: true, figures: false }, 200, "degraded"],
  [{ links: false, figures: false }, 503, "unhealthy"],
])("shows the public what works, and no more: %j", (works, code, status) => {
  expect(publicHealth(works)).toEqual({ code, body: { status, works } });
});

it.each([
  ["ok", true],
  ["ok, at the second", true],
  ["okay", false],
  ["connect ECONNREFUSED", false],
  [undefined, false],
])("takes a part that says %j for one that can be used: %s", (state, expected) => {
  expect(canBeUsed(state)).toBe(expected);
});

it("says more of a part that can be used, where there is more to say", async () => {
  const report = await healthReport({
    log: async () => "anything",
    clickhouse: async () => new Remark("at the second"),
  });
  expect(report).toEqual({ healthy: true, parts: { log: "ok", clickhouse: "ok, at the second" } });
});

it("answers calls at the same time with one check, and checks again for later ones", async () => {
  let looks = 0;
  const first = Promise.withResolvers<{ healthy: boolean; parts: {} }>();
  const health = coalesced(() => {
    looks++;
    return looks === 1 ? first.promise : Promise.reject(new Error("no"));
  });
  const answers = Array.from({ length: 1000 }, () => health());
  expect(looks).toBe(1);
  first.resolve({ healthy: true, parts: {} });
  expect(new Set(await Promise.all(answers)).size).toBe(1);
  await expect(health()).rejects.toThrow("no");
  await expect(health()).rejects.toThrow("no");
  expect(looks).toBe(3);
});
