import { expect, it } from "vitest";
import { createSlots } from "./slots.ts";

/** Asks for room for each weight, in order; tells which have got it, and gives it back. */
function enterAll(room: number, weights: readonly number[]) {
  const slots = createSlots(room);
  const inside = new Map<number, () => void>();
  weights.forEach((weight, i) => void slots.enter(weight).then((leave) => inside.set(i, leave)));
  const settled = () => new Promise(setImmediate);
  return {
    async inside() {
      await settled();
      return [...inside.keys()];
    },
    leave(i: number) {
      inside.get(i)?.();
      inside.delete(i);
    },
  };
}

it("lets in what fits, in order: a light one does not overtake a heavy one", async () => {
  const work = enterAll(4, [2, 1, 2, 1]);
  expect(await work.inside()).toEqual([0, 1]);
  work.leave(1);
  expect(await work.inside()).toEqual([0, 2]);
  work.leave(0);
  expect(await work.inside()).toEqual([2, 3]);
});

it("takes what is heavier than all room alone", async () => {
  const work = enterAll(4, [9, 1]);
  expect(await work.inside()).toEqual([0]);
  work.leave(0);
  expect(await work.inside()).toEqual([1]);
});

it("gives room back once, however often it is told", async () => {
  const slots = createSlots(1);
  const leave = await slots.enter(1);
  leave();
  leave();
  await slots.enter(1);
  const third = slots.enter(1).then(() => "in");
  expect(await Promise.race([third, new Promise((resolve) => setImmediate(resolve, "waiting"))])).toBe("waiting");
});
