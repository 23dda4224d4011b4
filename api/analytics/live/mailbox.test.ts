import { expect, it } from "vitest";
import { createMailbox } from "./mailbox.ts";

function open() {
  const seen = { merged: 0, left: 0 };
  const settings = { merge: (a: number, b: number) => a + b, onMerged: () => seen.merged++, onLeft: () => seen.left++ };
  return { seen, ...createMailbox<number>(settings) };
}

it("holds one value for a reader that is slow, whatever comes", async () => {
  const { put, values, seen } = open();
  for (let i = 0; i < 10_000; i++) put(1);
  expect(await values.next()).toEqual({ done: false, value: 10_000 });
  expect(seen.merged).toBe(9999);
});

it("gives to readers that wait in their order, and lets them go when it is left", async () => {
  const { put, values, seen } = open();
  const readers = [values.next(), values.next(), values.next()];
  put(1);
  put(2);
  await values.return?.();
  await values.return?.();
  put(3);
  expect(await Promise.all(readers)).toEqual([
    { done: false, value: 1 },
    { done: false, value: 2 },
    { done: true, value: undefined },
  ]);
  expect(await values.next()).toEqual({ done: true, value: undefined });
  expect(seen).toEqual({ merged: 0, left: 1 });
});
