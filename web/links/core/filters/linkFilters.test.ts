import { describe, expect, it } from "vitest";
import { filterCount, filterInput, type LinkFilters, noFilters, readFilters, writeFilters } from "./linkFilters.ts";

const all: LinkFilters = {
  tags: ["Spring", "print"],
  tagsMode: "all",
  groupId: "0199d1c2-0000-7000-8000-000000000001",
  archived: "include",
  favourite: true,
  hasNote: true,
  dead: true,
  externalId: "crm-17",
  creator: "0199d1c2-0000-7000-8000-000000000002",
  createdFrom: "2026-11-01",
  createdTo: "2026-11-30",
  clicksMin: 0,
  clicksMax: 100,
};

describe("filters of links", () => {
  it("are the same again from the address, beside what stands there", () => {
    const address = writeFilters(new URLSearchParams("q=docs&inactive=1"), all);
    expect(address.get("q")).toBe("docs");
    expect(readFilters(address)).toEqual(all);
    expect(writeFilters(address, noFilters).toString()).toBe("q=docs&inactive=1");
  });

  it("leave nothing in the address, and ask for nothing, where there are none", () => {
    expect(writeFilters(new URLSearchParams(), { ...noFilters, tagsMode: "none" }).toString()).toBe("");
    expect(filterInput(noFilters)).toEqual({});
    expect(filterCount(noFilters)).toBe(0);
  });

  it.each([
    "tags=,,&tagsMode=most",
    "archived=maybe&favourite=yes&note=true",
    "from=2026-02-30&to=yesterday",
    "min=-1&max=1e9",
    "inGroup=%27%20OR%201",
    "by=me",
  ])("take nothing from %s", (text) => {
    expect(readFilters(new URLSearchParams(text))).toEqual(noFilters);
  });

  it("include both days by the viewer's clock", () => {
    const { createdFrom, createdTo } = filterInput(all);
    expect(createdFrom).toBe(new Date(2026, 10, 1).toISOString());
    expect(createdTo).toBe(new Date(2026, 11, 1).toISOString());
    expect(filterCount(all)).toBe(12);
  });
});
