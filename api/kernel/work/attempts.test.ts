import { expect, it, vi } from "vitest";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { createAttempts } from "./attempts.ts";

const minuteMs = 60_000;

function open(chance = 1) {
  let ms = Date.parse("2026-03-01T00:00:00Z");
  const logger = createLogger("test", "silent");
  const settings = {
    logger,
    now: () => new Date(ms),
    chance: () => chance,
  };
  return {
    attempts: createAttempts(settings, "it failed"),
    later: (by: number) => (ms += by),
    log: vi.spyOn(logger, "error"),
  };
}

const outage = new Error("it failed", { cause: Object.assign(new Error("away"), { code: "ECONNREFUSED" }) });
const fails = () => Promise.reject(new Error("no"));

it("leaves a failed item out for twice as long each time, up to an hour", async () => {
  const { attempts, later, log } = open();
  for (const minutes of [1, 2, 4, 8, 16, 32, 60, 60]) {
    expect(await attempts.attempt("a", fails)).toBe(false);
    later(minutes * minuteMs - 1);
    expect(attempts.leftOut()).toEqual(["a"]);
    later(1);
    expect(attempts.leftOut()).toEqual([]);
  }
  expect(log).toHaveBeenLastCalledWith(expect.objectContaining({ id: "a" }), "it failed and will be tried again");
});

it("shortens pauses by up to a quarter, by chance", async () => {
  const { attempts, later } = open(0);
  await attempts.attempt("a", fails);
  later(0.75 * minuteMs);
  expect(attempts.leftOut()).toEqual([]);
});

it("begins anew after a success, and knows items apart", async () => {
  const { attempts, later } = open();
  await attempts.attempt("a", fails);
  await attempts.attempt("b", fails);
  later(minuteMs);
  expect(await attempts.attempt("a", async () => {})).toBe(true);
  await attempts.attempt("a", fails);
  await attempts.attempt("b", fails);
  later(minuteMs);
  expect(attempts.leftOut()).toEqual(["b"]);
});

it("blames no item for an outage", async () => {
  const { attempts } = open();
  await expect(attempts.attempt("a", () => Promise.reject(outage))).rejects.toBe(outage);
  expect(attempts.leftOut()).toEqual([]);
});
