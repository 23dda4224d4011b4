import { beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { insertClicks } from "../../testing/clicks.ts";
import { call, graphql, makeLink, sharedTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

let api: TestApi;
let user: TestUser;
let linkId: string;
/** The host of the test API's short links. */
const own = "localhost";

beforeAll(async () => {
  api = await sharedTestApi();
  user = await signUp(api);
  const link = await makeLink(api, user);
  linkId = link.id;
  const referrers = [
    "m.facebook.com",
    "lm.facebook.com",
    "com.google.android.googlequicksearchbox",
    own,
    "a.example",
    "",
  ];
  const clicks = referrers.map((referrer, i) => ({
    ownerId: user.id,
    linkId: link.id,
    at: new Date(Date.UTC(2026, 2, 1, i)).toISOString(),
    referrer,
  }));
  await insertClicks(api, clicks);
});

const row = z.object({ value: z.string(), clicks: z.number(), isOwn: z.boolean() });
const top = z.object({ rows: z.array(row), distinct: z.number() });
const range = "startDate=2026-02-01&endDate=2026-04-01";

it("groups referrers by source, and marks own short links", async () => {
  const { body } = await call(api, "GET", `/api/analytics/top?field=source&${range}`, { user });
  const { data } = z.object({ data: top }).parse(body);
  const others = ["", "Google", "a.example"].map((value) => ({ value, clicks: 1, isOwn: false }));
  expect(data.distinct).toBe(4);
  expect(data.rows[0]).toEqual({ value: "Facebook", clicks: 2, isOwn: false });
  expect(data.rows).toHaveLength(5);
  expect(data.rows).toEqual(expect.arrayContaining([...others, { value: own, clicks: 1, isOwn: true }]));
  const query = `{ analytics(range: { from: "2026-02-01T00:00:00Z", to: "2026-04-01T00:00:00Z" }) {
    topSources { rows { value clicks isOwn } distinct } } }`;
  const answer = z.object({ data: z.object({ analytics: z.object({ topSources: top }) }) });
  expect(answer.parse((await graphql(api, query, {}, user)).body).data.analytics.topSources).toEqual(data);
});

it("marks own short links among the referrers of one link", async () => {
  const { body } = await call(api, "GET", `/api/urls/${linkId}/stats?${range}`, { user });
  const counted = z.object({ _id: z.string(), count: z.number(), isOwn: z.boolean().optional() });
  const { data } = z.object({ data: z.object({ topReferrers: z.array(counted) }) }).parse(body);
  expect(data.topReferrers).toContainEqual({ _id: own, count: 1, isOwn: true });
  expect(data.topReferrers.filter(({ isOwn }) => isOwn === undefined)).toHaveLength(4);
  const query = `query ($id: UUID!) { linkStats(linkId: $id) { topReferrers { value isOwn } topDevices { isOwn } } }`;
  const answer = await graphql(api, query, { id: linkId }, user);
  expect(answer.body).toMatchObject({
    data: {
      linkStats: {
        topReferrers: expect.arrayContaining([
          { value: own, isOwn: true },
          { value: "a.example", isOwn: false },
        ]),
      },
    },
  });
});

it("narrows figures to a source", async () => {
  const { body } = await call(api, "GET", `/api/analytics?filter=source:is:Facebook&${range}`, { user });
  expect(body).toMatchObject({ data: { figures: { clicks: 2 } } });
});
