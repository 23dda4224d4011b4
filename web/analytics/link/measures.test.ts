import { expect, it } from "vitest";
import { measured, measuresOf } from "./measures.ts";

const rows = [
  {
    label: "2026-11-01",
    clicks: 9,
    converted: {
      leads: 1,
      sales: 2,
      revenue: [
        { currency: "JPY", amount: 500 },
        { currency: "EUR", amount: 4905 },
      ],
    },
  },
  { label: "2026-11-02", clicks: 3, converted: { leads: 0, sales: 0, revenue: [] } },
  // The conversions of this row have not been loaded yet.
  { label: "2026-11-03", clicks: 1, converted: undefined },
];

it("lets a chart draw one currency at a time, in its major unit", () => {
  expect(measuresOf(rows).map(({ value }) => value)).toEqual([
    "clicks",
    "leads",
    "sales",
    "revenue EUR",
    "revenue JPY",
  ]);
  const drawn = (measure: Parameters<typeof measured>[1]) => measured(rows, measure).map(({ clicks }) => clicks);
  expect([drawn("clicks"), drawn("leads"), drawn("revenue EUR"), drawn("revenue JPY")]).toEqual([
    [9, 3, 1],
    [1, 0, 0],
    [49.05, 0, 0],
    [500, 0, 0],
  ]);
});
