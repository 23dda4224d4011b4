import { Registry } from "prom-client";
import { expect, it, vi } from "vitest";
import { readGauge } from "./readGauge.ts";

function scraped(read: () => Promise<number>) {
  const registry = new Registry();
  const onFailure = vi.fn();
  readGauge({ name: "waiting", help: "What waits", registry, read, onFailure });
  const value = async () => /^waiting (.*)$/m.exec(await registry.metrics())?.[1];
  return { onFailure, value };
}

it("shows what was read, and the last value while reads fail", async () => {
  const read = vi.fn<() => Promise<number>>().mockResolvedValueOnce(7).mockRejectedValueOnce(new Error("away"));
  const { value, onFailure } = scraped(read);
  expect([await value(), await value()]).toEqual(["7", "7"]);
  expect(onFailure).toHaveBeenCalledOnce();
});

it("holds no scrape up for a read without an answer, and begins no second one meanwhile", async () => {
  const late = Promise.withResolvers<number>();
  const read = vi.fn(() => late.promise);
  const { value } = scraped(read);
  expect([await value(), await value()]).toEqual(["0", "0"]);
  expect(read).toHaveBeenCalledOnce();
  late.resolve(3);
  await expect.poll(value).toBe("3");
});
