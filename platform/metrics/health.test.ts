import { expect, it } from "vitest";
import { coalesced, healthReport, publicHealth, Remark } from "./health.ts";

it("shows the public whether all is well, and no more", () => {
  expect(publicHealth(true)).toEqual({ code: 200, body: { status: "ok" } });
  expect(publicHealth(false)).toEqual({ code: 503, body: { status: "unhealthy" } });
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
