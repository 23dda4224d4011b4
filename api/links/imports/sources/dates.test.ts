import type { DateOrder } from "@hoplog/schema/imports/columns.js";
import { expect, it } from "vitest";
import { isAmbiguous, readInstant } from "./dates.ts";

const [day, instant] = ["2024-03-04T00:00:00.000Z", "2024-03-04T10:11:12.000Z"];

it.each<[string, DateOrder | null, string | null | undefined]>([
  ["2024-03-04 10:11:12 +0000", null, instant],
  ["2024-03-04T10:11:12+0000", null, instant],
  ["2024-03-04 10:11:12 UTC", null, instant],
  ["2024-03-04T12:11:12+02:00", null, instant],
  ["2024-03-04 10:11:12", null, instant],
  ["2024-03-04T10:11:12.500Z", null, "2024-03-04T10:11:12.500Z"],
  ["Mon, 04 Mar 2024 10:11:12 +0000", null, instant],
  ["4 March 2024 10:11:12 GMT", null, instant],
  ["04-Mar-2024", null, day],
  ["2024/03/04", null, day],
  ["2024/3/4 10:11:12", null, instant],
  ["13.05.2024", null, "2024-05-13T00:00:00.000Z"],
  ["04.03.2024", "monthFirst", day],
  ["05/13/2024 3:04 PM", null, "2024-05-13T15:04:00.000Z"],
  ["13/05/2024 12:04 am", null, "2024-05-13T00:04:00.000Z"],
  ["03/04/2024", "monthFirst", day],
  ["04/03/2024", "dayFirst", day],
  ["03/04/2024", null, undefined],
  ["03/03/2024", null, "2024-03-03T00:00:00.000Z"],
  ["31/02/2024", null, undefined],
  ["2024-03-04 25:00", null, undefined],
  ["2024-03-04 13:00 PM", null, undefined],
  ["1709547072", null, instant],
  ["1709547072000", null, instant],
  ["soon", null, undefined],
  ["never", null, null],
  ["0000-00-00 00:00:00", null, null],
  ["", null, null],
])("reads %s (%s) as %s", (text, order, expected) => {
  expect(readInstant(text, order)).toBe(expected);
});

it("knows dates that a choice of day and month decides", () => {
  expect(["03/04/2024", "03/03/2024", "13/05/2024", "soon"].map(isAmbiguous)).toEqual([true, false, false, false]);
});
