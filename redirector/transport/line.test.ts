import fc from "fast-check";
import { expect, it } from "vitest";
import { createLine, type Place } from "./line.ts";

it("holds what has joined and not left, in its order, as a Set does", () => {
  const steps = fc.array(fc.record({ joins: fc.boolean(), at: fc.nat() }), { maxLength: 200 });
  fc.assert(
    fc.property(steps, (taken) => {
      const line = createLine<number>();
      const set = new Set<number>();
      const places: Place<number>[] = [];
      for (const [number, { joins, at }] of taken.entries()) {
        const place = places[at % places.length];
        if (joins || !place) {
          places.push(line.join(number));
          set.add(number);
        } else {
          expect(line.leave(place)).toBe(set.delete(place.it));
        }
        expect([...line.all()]).toEqual([...set]);
        expect(line.first()?.it).toBe([...set][0]);
        expect(line.length()).toBe(set.size);
      }
    }),
  );
});

it("gives each once while those that were given leave, and join again", () => {
  const line = createLine<number>();
  const places = new Map([1, 2, 3].map((it) => [it, line.join(it)]));
  const given: number[] = [];
  for (const it of line.all()) {
    given.push(it);
    const place = places.get(it);
    if (given.length > 3 || !place) continue;
    expect(line.leave(place)).toBe(true);
    if (it === 2) line.join(it);
  }
  expect(given).toEqual([1, 2, 3, 2]);
  expect([...line.all()]).toEqual([2]);
});
