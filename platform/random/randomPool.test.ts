import { expect, it } from "vitest";
import { createRandomPool } from "./randomPool.ts";

/** Fills the pool with ascending bytes, so that each value occurs once in 251 bytes. */
function counting() {
  let fills = 0;
  let next = 0;
  const random = createRandomPool((pool) => {
    fills++;
    for (let i = 0; i < pool.length; i++) pool[i] = next++ % 251;
  });
  return { random, fills: () => fills };
}

it("gives each byte once, and asks the system for many at a time", () => {
  const { random, fills } = counting();
  const given = Array.from({ length: 512 }, () => [...random(16)]).flat();
  expect(given).toEqual(Array.from({ length: 8192 }, (_, i) => i % 251));
  expect(fills()).toBe(1);
  expect([...random(2)]).toEqual([8192 % 251, 8193 % 251]);
  expect(fills()).toBe(2);
});

it("keeps what it has given from being changed, and from being seen again", () => {
  const { random } = counting();
  const first = random(4);
  first.fill(255);
  expect([...random(4)]).toEqual([4, 5, 6, 7]);
  expect(first.buffer.byteLength).toBe(4);
});

it("gives more than the pool holds", () => {
  const { random } = counting();
  random(1);
  const large = random(20_000);
  expect(large).toHaveLength(20_000);
  expect(large[19_999]).not.toBe(0);
});

it("is random by itself", () => {
  const random = createRandomPool();
  const texts = new Set(Array.from({ length: 5000 }, () => Buffer.from(random(16)).toString("hex")));
  expect(texts.size).toBe(5000);
});
