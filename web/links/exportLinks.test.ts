import { afterEach, expect, it, vi } from "vitest";
import { clientOf } from "../testing/apollo.ts";
import { springLink } from "../testing/links.ts";
import { noFilters } from "./filters/linkFilters.ts";
import { exportLinks } from "./exportLinks.ts";

const save = vi.hoisted(() => vi.fn());
vi.mock("../files/saveFile.ts", () => ({ saveCsv: save }));
afterEach(() => save.mockReset());

const domain = { name: "xn--mnchen-3ya.example", displayName: "münchen.example", state: "VERIFIED" };

it("says of each link its domain, tags, note and external id, behind all else", async () => {
  const nodes = [springLink, { ...springLink, id: "0199d1c2-0000-7000-8000-000000000002", domain }];
  const edges = nodes.map((node) => ({ cursor: node.id, node }));
  const client = await clientOf({
    links: () => ({ edges, pageInfo: { endCursor: null, hasNextPage: false }, totalCount: 2 }),
  });
  await exportLinks(client, { search: "", isActive: true, domain: null, filters: noFilters });
  const before = ["Name", "Original URL", "Short URL", "Group", "Full short URL", "Clicks", "Status", "Created"];
  const rows: unknown = save.mock.calls[0]?.[1];
  expect(rows).toMatchObject([{ Domain: "" }, { Domain: domain.name }]);
  expect(Array.isArray(rows) && rows.map((row: object) => Object.keys(row))).toEqual([
    [...before, "Domain", "Tags", "Note", "External ID"],
    [...before, "Domain", "Tags", "Note", "External ID"],
  ]);
});
