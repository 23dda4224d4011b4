import { describe, expect, it } from "vitest";
import { movedColumn, parseColumns } from "./columnKeys.ts";
import { nextSort, newestFirst, readSort, writeSort } from "./sort.ts";

describe("columns that were stored", () => {
  it("keep their order, and lose what this release doesn't know and what comes twice", () => {
    expect(parseColumns(["clicks", "name", "likes", "clicks", 7, null])).toEqual(["clicks", "name"]);
  });

  it("always have the name", () => {
    expect(parseColumns(["domain"])).toEqual(["name", "domain"]);
    expect(parseColumns([])).toEqual(["name"]);
  });

  it("are the usual ones where nothing can be read", () => {
    for (const stored of [null, "name", { 0: "name" }]) expect(parseColumns(stored)).toContain("destination");
  });

  it("move by one place, and never beyond an end", () => {
    expect(movedColumn(["name", "clicks", "group"], "group", -1)).toEqual(["name", "group", "clicks"]);
    expect(movedColumn(["name", "clicks"], "name", -1)).toEqual(["name", "clicks"]);
    expect(movedColumn(["name", "clicks"], "clicks", 1)).toEqual(["name", "clicks"]);
    expect(movedColumn(["name"], "domain", 1)).toEqual(["name"]);
  });
});

describe("the order in the address", () => {
  it("is read and written", () => {
    for (const text of ["clicks-desc", "clicks-asc", "name-asc", "name-desc", "created-asc"]) {
      const sort = readSort(text);
      expect(sort && writeSort(sort)).toBe(text);
    }
  });

  it("is the usual one where it says nothing that is known", () => {
    for (const text of [null, "", "clicks", "clicks-up", "likes-asc", "clicks-asc-asc", "created-desc"]) {
      expect(readSort(text)).toBeNull();
    }
    expect(writeSort(newestFirst)).toBeNull();
  });

  it("is turned by a second click on the same head", () => {
    const byName = nextSort(newestFirst, "name");
    expect(byName).toEqual({ field: "name", direction: "asc" });
    expect(nextSort(byName, "name")).toEqual({ field: "name", direction: "desc" });
    expect(nextSort(byName, "clicks")).toEqual({ field: "clicks", direction: "desc" });
  });
});
