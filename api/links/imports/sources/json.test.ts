import { expect, it } from "vitest";
import { readWhole } from "../../../testing/fileLinks.ts";

it("a document's other lists are listed, except Redirection's groups", () => {
  const links = [{ url: "https://a.example/" }];
  const read = (document: object) => readWhole("csv", JSON.stringify(document));
  const { records, notes } = read({ links, archived: [...links, ...links], tags: ["a"], pagination: { next: null } });
  expect(records).toHaveLength(1);
  expect(notes).toEqual(["Lists that are not imported: archived (2)"]);
  const many = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`list ${n}`, links]));
  expect(read({ links, ...many }).notes[0]).toMatch(/^Lists that are not imported: list 0 \(1\), .* and 2 others$/);
  expect(read({ redirects: [{ source: "/a" }], groups: [{ id: 1, name: "A" }] }).notes).toEqual([]);
});
