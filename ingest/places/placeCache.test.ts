import { expect, it } from "vitest";
import { createAddressTable } from "./placeCache.ts";

it("tells apart addresses that differ in any of their parts", () => {
  const table = createAddressTable();
  const values = [0, 1, 0xffff_0000, 0xffff_ffff];
  const addresses = values.flatMap((a) =>
    values.flatMap((b) => values.flatMap((c) => values.map((d) => [a, b, c, d]))),
  );
  const numbers = () => addresses.map((address) => table.numberOf(Uint32Array.of(9, ...address), 1));
  const expected = addresses.map((_, i) => i);
  expect(numbers()).toEqual(expected);
  expect(numbers()).toEqual(expected);
});

it("gives each address one number, from 0 on, however many there are", () => {
  const table = createAddressTable();
  const words = Uint32Array.from({ length: 4 * 10_000 }, (_, i) => (i % 4 === 3 ? i : 0));
  const all = () => Array.from({ length: 10_000 }, (_, i) => table.numberOf(words, i * 4));
  const expected = Array.from({ length: 10_000 }, (_, i) => i);
  expect(all()).toEqual(expected);
  expect(all()).toEqual(expected);
  expect(table.size()).toBe(10_000);
});
