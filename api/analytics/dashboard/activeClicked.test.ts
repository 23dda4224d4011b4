import { beforeAll, describe, expect, it } from "vitest";
import { insertClicks } from "../../testing/clicks.ts";
import { call, makeLink, sharedTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { countActiveClicked } from "./activeClicked.ts";
import { clickedLinks } from "./clickedLinks.ts";

// Both periods are in the future, so that the links were created before them. No period starts or ends at midnight UTC.
const periods = {
  previous: { from: new Date("2090-03-08T05:45:00.000Z"), to: new Date("2090-03-14T18:20:00.000Z") },
  current: { from: new Date("2090-03-15T05:45:00.000Z"), to: new Date("2090-03-21T18:20:00.000Z") },
};
/** Click times of each link, and the periods in which the link counts as clicked. `isBot` marks bot clicks. */
const cases = [
  { at: ["2090-03-15T05:45:00.000Z"], now: true, before: false },
  { at: ["2090-03-15T05:44:59.999Z"], now: false, before: false },
  { at: ["2090-03-21T18:29:59.999Z"], now: true, before: false },
  { at: ["2090-03-21T18:30:00.000Z"], now: false, before: false },
  { at: ["2090-03-14T18:15:00.000Z"], now: false, before: true },
  { at: ["2090-03-08T05:45:00.000Z", "2090-03-18T00:00:00.000Z"], now: true, before: true },
  // Clicks on the first or last day of a period, but outside the period.
  { at: ["2090-03-15T01:00:00.000Z", "2090-03-21T23:00:00.000Z"], now: false, before: false },
  { at: ["2090-03-08T01:00:00.000Z", "2090-03-14T23:00:00.000Z"], now: false, before: false },
  { at: ["2070-01-01T00:00:00.000Z"], now: false, before: false },
  { at: ["2090-03-16T00:00:00.000Z"], isBot: true, now: true, before: false },
];

let api: TestApi;
let user: TestUser;
beforeAll(async () => {
  api = await sharedTestApi();
  user = await signUp(api);
  for (const { at, isBot = false } of cases) {
    const { id } = await makeLink(api, user);
    const clicks = at.map((time) => ({ ownerId: user.id, linkId: id, at: time, isBot }));
    await insertClicks(api, clicks);
  }
  const inactive = await makeLink(api, user);
  await call(api, "PATCH", `/api/urls/${inactive.id}/toggle-status`, { user });
  const unknown = "0190aaaa-0000-7000-8000-000000000000";
  const at = "2090-03-16T00:00:00.000Z";
  await insertClicks(
    api,
    [inactive.id, unknown].map((linkId) => ({ ownerId: user.id, linkId, at })),
  );
});

const expected = (counted: typeof cases) => ({
  ever: counted.length,
  now: counted.filter(({ now }) => now).length,
  before: counted.filter(({ before }) => before).length,
});

describe("active links that were clicked", () => {
  it("are distinguished at the quarters in which periods end, as written and as merged", async () => {
    const count = (bots: boolean) => countActiveClicked(api.services, { ownerId: user.id, bots }, periods);
    const people = cases.filter(({ isBot }) => !isBot);
    expect(await count(false)).toEqual(expected(people));
    expect(await count(true)).toEqual(expected(cases));
    // After a merge, all-time queries read the projection.
    await api.services.clickhouse.command({ query: "OPTIMIZE TABLE link_quarter FINAL" });
    expect(await count(false)).toEqual(expected(people));
    expect(await count(true)).toEqual(expected(cases));
  });

  it("come in pages, each link once", async () => {
    const found: string[] = [];
    const pages: number[] = [];
    for await (const clicked of clickedLinks(api.services.clickhouse, { ownerId: user.id, bots: true }, periods, 5)) {
      const ids = clicked.flatMap(({ ids: bytes }) => bytes.toString("hex").match(/.{32}/g) ?? []);
      pages.push(ids.length);
      found.push(...ids);
    }
    expect(pages).toEqual([5, 5, 2]);
    expect(new Set(found).size).toBe(cases.length + 2);
  });

  it("are none where nobody has clicked", async () => {
    const other = await signUp(api);
    expect(await countActiveClicked(api.services, { ownerId: other.id, bots: true }, periods)).toEqual({
      ever: 0,
      now: 0,
      before: 0,
    });
  });
});
