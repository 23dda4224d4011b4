import { describe, expect, it } from "vitest";
import { countValues, differences } from "./compare.ts";

const link = {
  id: "1",
  clicks: 3,
  group: { id: "2", name: "Press" },
  tags: [{ name: "a" }],
  createdAt: "2026-01-01T00:00:00Z",
};
const names = { _id: "id", noOfClicks: "clicks", groupId: "group", tags: "tags.name" };
const shown = { _id: "1", noOfClicks: 3, groupId: { _id: "2", name: "Press" }, tags: ["a"] };

describe("differences of REST and GraphQL", () => {
  it("ignore renamed fields and formats of moments", () => {
    expect(differences({ ...shown, createdAt: "2026-01-01T00:00:00.000Z" }, link, names)).toEqual([]);
    expect(differences([shown], [link], names)).toEqual([]);
    expect(differences({ createdBy: { user: "Ada" } }, { userName: "Ada" }, { "createdBy.user": "userName" })).toEqual(
      [],
    );
  });

  it.each([
    ["a wrong figure", { noOfClicks: 4 }, "noOfClicks: REST shows 4, GraphQL 3"],
    ["a figure in place of none", { noOfClicks: null }, "noOfClicks: REST shows null, GraphQL 3"],
    ["a wrong text below", { groupId: { _id: "2", name: "News" } }, 'groupId.name: REST shows "News", GraphQL "Press"'],
    ["a moment later", { createdAt: "2026-01-01T00:00:01Z" }, "createdAt: REST shows"],
    ["another order", { tags: ["b"] }, 'tags.0: REST shows "b", GraphQL "a"'],
    ["more entries", { tags: ["a", "b"] }, 'tags: REST shows ["a","b"], GraphQL ["a"]'],
    ["fewer entries", { tags: [] }, 'tags: REST shows [], GraphQL ["a"]'],
    ["a field that GraphQL lacks", { city: "Bonn" }, 'city: REST shows "Bonn", GraphQL no such field'],
    ["nothing of a field that GraphQL lacks", { city: null }, "city: REST shows null, GraphQL no such field"],
  ])("include %s", (_name, changed, line) => {
    const found = differences({ ...shown, ...changed }, link, names);
    expect(found.length).toBeGreaterThan(0);
    expect(found[0]).toContain(line);
    expect(differences({ ...shown, ...changed }, link, names, { [Object.keys(changed)[0] ?? ""]: "why" })).toEqual([]);
  });

  it("countValues counts leaves", () => {
    expect(countValues([{ a: 1, b: [2, null], c: {} }])).toBe(3);
  });
});
