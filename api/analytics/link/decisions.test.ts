import { beforeAll, expect, it } from "vitest";
import { insertClicks } from "../../testing/clicks.ts";
import { call, graphql, makeLink, sharedTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

let api: TestApi;
let user: TestUser;
let linkId = "";
beforeAll(async () => {
  api = await sharedTestApi();
  user = await signUp(api);
  ({ id: linkId } = await makeLink(api, user));
  const click = { ownerId: user.id, linkId };
  await insertClicks(api, [
    { ...click, at: "2026-11-01T10:00:00Z", rule: 2 },
    { ...click, at: "2026-11-02T10:00:00Z", rule: 2, arm: 5 },
    { ...click, at: "2026-11-02T11:00:00Z", rule: 2, arm: 5, isBot: true },
    { ...click, at: "2026-11-03T10:00:00Z", arm: 1 },
    { ...click, at: "2026-11-03T11:00:00Z", arm: 1 },
    { ...click, at: "2026-11-03T12:00:00Z", arm: 1 },
  ]);
});

it("counts clicks by the rule and the arm that decided", async () => {
  const byArm = { rule: 0, arm: 1, clicks: 3, people: 3 };
  const byBoth = { rule: 2, arm: 5, clicks: 2, people: 1 };
  expect(await call(api, "GET", `/api/urls/${linkId}/decisions`, { user })).toEqual({
    status: 200,
    body: { success: true, data: [byArm, byBoth, { rule: 2, arm: 0, clicks: 1, people: 1 }] },
  });
  expect(
    await call(api, "GET", `/api/urls/${linkId}/decisions?startDate=2026-11-02&endDate=2026-11-02`, { user }),
  ).toMatchObject({ body: { data: [byBoth] } });
  const query = `query($id: UUID!, $range: Range) { linkDecisions(linkId: $id, range: $range) { rule arm clicks people } }`;
  const range = { from: "2026-11-03T00:00:00Z" };
  expect(await graphql(api, query, { id: linkId, range }, user)).toMatchObject({
    body: { data: { linkDecisions: [byArm] } },
  });
});

it("is empty for a link that nobody clicked", async () => {
  const { id } = await makeLink(api, user);
  expect(await call(api, "GET", `/api/urls/${id}/decisions`, { user })).toMatchObject({ body: { data: [] } });
});
