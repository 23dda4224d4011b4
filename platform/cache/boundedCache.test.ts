import { expect, it, vi } from "vitest";
import { createBoundedCache } from "./boundedCache.ts";

it("makes a value once and remembers it", () => {
  const cache = createBoundedCache<string, number>(10);
  const make = vi.fn((key: string) => key.length);
  expect([cache.get("abc", make), cache.get("abc", make)]).toEqual([3, 3]);
  expect(make).toHaveBeenCalledOnce();
});

it("forgets what was not used for long, and keeps what is in use", () => {
  const cache = createBoundedCache<number, string>(10);
  const make = vi.fn((key: number) => `v${key}`);
  for (let key = 0; key < 100; key++) {
    cache.get(-1, make);
    cache.get(key, make);
  }
  make.mockClear();
  cache.get(-1, make);
  cache.get(99, make);
  expect(make).not.toHaveBeenCalled();
  cache.get(0, make);
  expect(make).toHaveBeenCalledOnce();
});

it("forgets everything when cleared", () => {
  const cache = createBoundedCache<number, string>(10);
  cache.get(1, () => "old");
  cache.clear();
  expect(cache.get(1, () => "new")).toBe("new");
});
