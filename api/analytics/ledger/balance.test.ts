import fc from "fast-check";
import { expect, it } from "vitest";
import { balanceOf, type SpanCounts } from "./balance.ts";

const nothing: SpanCounts = { clicks: 0, misses: 0, dropped: 0, erased: 0, parts: 0 };
const spans = (settled: Partial<SpanCounts>, recent: Partial<SpanCounts> = {}, before: Partial<SpanCounts> = {}) => ({
  before: { ...nothing, ...before },
  settled: { ...nothing, ...settled },
  recent: { ...nothing, ...recent },
});

it("adds up where every request that was counted is in a part, was erased, or is too old", () => {
  const settled = { clicks: 10, misses: 5, dropped: 2, erased: 3, parts: 8 };
  expect(balanceOf(spans(settled), 4)).toEqual({
    received: 17,
    recorded: 15,
    unchecked: 0,
    dropped: 2,
    erased: 3,
    forgotten: 4,
    pending: 0,
    missing: 0,
  });
});

it("what was counted in the last minutes may still be on its way, what is older may not", () => {
  expect(balanceOf(spans({}, { clicks: 5, parts: 3 }), 0)).toMatchObject({ pending: 2, missing: 0 });
  expect(balanceOf(spans({ clicks: 5, parts: 3 }), 0)).toMatchObject({ pending: 0, missing: 2 });
});

it("more in the parts than was recorded is a click that was counted twice", () => {
  expect(balanceOf(spans({ clicks: 5, parts: 6 }), 0)).toMatchObject({ missing: -1 });
  expect(balanceOf(spans({}, { clicks: 5, parts: 6 }), 0)).toMatchObject({ pending: 0, missing: -1 });
});

it("requests of before redirectors counted are as many as there are", () => {
  const before = { clicks: 1, parts: 7, dropped: 1 };
  expect(balanceOf(spans({ clicks: 2, parts: 2 }, {}, before), 0)).toMatchObject({
    received: 10,
    recorded: 9,
    unchecked: 7,
    missing: 0,
  });
});

it("whatever was counted, recorded is the sum of its parts", () => {
  const number = fc.nat(1000);
  const span = fc.record({ clicks: number, misses: number, dropped: number, erased: number, parts: number });
  fc.assert(
    fc.property(fc.record({ before: span, settled: span, recent: span }), number, (all, forgotten) => {
      const { recorded, erased, pending, missing, ...rest } = balanceOf(all, forgotten);
      const parts = all.before.parts + all.settled.parts + all.recent.parts;
      expect(parts + erased + forgotten + pending + missing).toBe(recorded);
      expect(rest.received).toBe(recorded + rest.dropped);
    }),
  );
});
