import { expect, it } from "vitest";
import { requestedFilters, requestedFilterTexts } from "./requestedFilters.ts";

it("filters of a call name a system as figures do", () => {
  expect(requestedFilterTexts(["os:is:Mac OS", "os:is:macOS", "os:is:Ubuntu", "browser:is:Mac OS"])).toEqual([
    { field: "os", op: "is", values: ["macOS", "Linux"] },
    { field: "browser", op: "is", values: ["Mac OS"] },
  ]);
  expect(requestedFilters([{ field: "os", op: "isNot", values: ["Chromium OS"] }])).toEqual([
    { field: "os", op: "isNot", values: ["Chrome OS"] },
  ]);
});
