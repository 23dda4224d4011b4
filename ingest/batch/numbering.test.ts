import { expect, it } from "vitest";
import { createNumbering } from "./numbering.ts";

it("numbers thousands of items once each, also those that share a hash", () => {
  const numbering = createNumbering<string>(
    (text) => text.length,
    (a, b) => a === b,
  );
  const texts = Array.from({ length: 3000 }, (_, i) => `item ${i}`);
  const twice = [...texts, ...texts.toReversed()];
  const numbers = twice.map((text) => numbering.numberOf(text));
  expect(numbers.slice(0, 3000)).toEqual(texts.map((_, i) => i));
  expect(numbers.slice(3000)).toEqual(texts.map((_, i) => i).toReversed());
  expect(numbering.all).toEqual(texts);
});
