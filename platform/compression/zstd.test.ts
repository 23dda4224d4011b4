import { expect, it } from "vitest";
import { compress, decompress } from "./zstd.ts";

/** Returns a text of that size that compresses well. */
const textOf = (bytes: number): Buffer =>
  Buffer.from("a click and another one; ".repeat(bytes / 25 + 1)).subarray(0, bytes);

it.each([1, 20_000, 131_072, 131_073, 5_000_000])("gives back %i bytes", async (size) => {
  const value = textOf(size);
  const compressed = await compress(value);
  expect((await decompress(compressed, size)).equals(value)).toBe(true);
});

it.each([20_000, 5_000_000])("rejects what would become more than it may, of %i bytes", async (size) => {
  const compressed = await compress(textOf(size));
  await expect(decompress(compressed, size - 1)).rejects.toThrow(RangeError);
});

it.each([100, 1_000_000])("rejects %i bytes that are not compressed", async (size) => {
  await expect(decompress(textOf(size))).rejects.toThrow();
});
