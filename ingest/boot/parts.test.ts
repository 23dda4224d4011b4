import { expect, it } from "vitest";
import { readSettings } from "./env.ts";
import { deliveryLimits } from "./parts.ts";

it("inserts less at once on a small machine", () => {
  const env = { DATABASE_URL: "postgres://a:b@127.0.0.1/c", CLICKHOUSE_URL: "http://a:b@127.0.0.1:8123" };
  const usual = deliveryLimits(readSettings(env));
  const small = deliveryLimits(readSettings({ ...env, SMALL: "on" }));
  expect(usual.maxBytes / small.maxBytes).toBeGreaterThan(10);
  expect(small.maxConcurrent).toBe(1);
  expect(() => readSettings({ ...env, SMALL: "small" })).toThrow("SMALL: expected on or off");
});
