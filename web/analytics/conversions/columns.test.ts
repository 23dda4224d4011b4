import { expect, it } from "vitest";
import { convertedColumns, savedCells } from "./columns.ts";

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

it("adds a column for each currency, in tables as people write it and in files as a number of its major unit", () => {
  const columns = convertedColumns(rows);
  expect(columns.map(({ heading }) => heading)).toEqual(["Leads", "Sales", "Revenue (EUR)", "Revenue (JPY)"]);
  expect(rows.map((row) => columns.map(({ textOf }) => textOf(row)))).toEqual([
    ["1", "2", "€49.05", "¥500"],
    ["0", "0", "€0.00", "¥0"],
    ["", "", "", ""],
  ]);
  expect(rows.map((row) => savedCells(columns, row))).toEqual([
    { Leads: 1, Sales: 2, "Revenue (EUR)": "49.05", "Revenue (JPY)": "500" },
    { Leads: 0, Sales: 0, "Revenue (EUR)": "0.00", "Revenue (JPY)": "0" },
    { Leads: "", Sales: "", "Revenue (EUR)": "", "Revenue (JPY)": "" },
  ]);
});

it("adds none where nothing is known of conversions", () => {
  expect(convertedColumns(rows.map(({ label }) => ({ label, converted: undefined })))).toEqual([]);
});
