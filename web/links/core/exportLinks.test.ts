import { expect, it, vi } from "vitest";
import { clientOf } from "../../testing/apollo.ts";
import { springLink } from "../../testing/links.ts";
import { noFilters } from "./filters/linkFilters.ts";
import { exportLinks } from "./exportLinks.ts";

/** Collects the files that are saved from now on. */
function savedBlobs(): Blob[] {
  const saved: Blob[] = [];
  const createObjectURL = (blob: Blob) => `blob:${saved.push(blob)}`;
  vi.stubGlobal("URL", Object.assign(class extends URL {}, { createObjectURL, revokeObjectURL: () => undefined }));
  return saved;
}

const noOptions = {
  notBefore: null,
  expiresAt: null,
  expiredUrl: null,
  maxClicks: null,
  maxClicksUrl: null,
  timeZone: null,
  forwardQuery: null,
  appendPath: null,
  redirectStatus: null,
  preview: null,
  hideDestination: null,
  allowIndexing: null,
  passClickId: null,
  hasPassword: false,
  visitsLeft: null,
  rules: null,
  split: null,
};
const domain = { name: "xn--mnchen-3ya.example", displayName: "münchen.example", state: "verified" };

it("says of each link its domain, tags, note and external id, behind all else", async () => {
  const options = { ...noOptions, maxClicks: 5 };
  const nodes = [
    { ...springLink, ...noOptions },
    { ...springLink, id: "0199d1c2-0000-7000-8000-000000000002", domain, ...options },
  ];
  const edges = nodes.map((node) => ({ cursor: node.id, node }));
  const client = await clientOf({
    links: () => ({ edges, pageInfo: { endCursor: null, hasNextPage: false }, totalCount: 2 }),
  });
  const saved = savedBlobs();
  await exportLinks(client, { search: "", isActive: true, domain: null, filters: noFilters });
  const [head, first, second] = ((await saved[0]?.text()) ?? "").trim().split("\r\n");
  expect(head).toBe(
    "Name,Original URL,Short URL,Group,Full short URL,Clicks,Status,Created,Domain,Tags,Note,External ID,Archived,Favourite,Options",
  );
  expect(first).not.toContain(domain.name);
  expect(second).toContain(`,${domain.name},`);
  expect(first).toMatch(/,false,false,$/);
  expect(second).toContain('""maxClicks"":5');
});
