import { createClickHouse } from "@hoplog/platform/clickhouse/createClickHouse.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { call, graphql, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

let api: TestApi;
let user: TestUser;
let linkId: string;
beforeAll(async () => {
  api = await openTestApi();
  user = await signUp(api);
  linkId = (await makeLink(api, user)).id;
  // Nothing listens on this port, which simulates a stopped ClickHouse.
  const nowhere = createClickHouse({ clickHouseUrl: "http://127.0.0.1:1", database: "none", application: "test" });
  api.services.clickhouse.query = (...question) => nowhere.query(...question);
});
afterAll(() => api.close());

it.each(["/api/urls/ID/stats", "/api/urls/ID/click-logs", "/api/urls?sort=clicks"])(
  "%s answers 503 and when to come again while ClickHouse is away",
  async (path) => {
    const response = await api.app.inject({
      url: path.replace("ID", linkId),
      headers: { authorization: `Bearer ${user.accessToken}` },
    });
    expect(response.statusCode).toBe(503);
    expect(Number(response.headers["retry-after"])).toBeGreaterThan(0);
    expect(response.json()).toMatchObject({ success: false, error: { type: "INTERNAL_ERROR" } });
  },
);

it("GraphQL says the same, and lists come without counts", async () => {
  const stats = await graphql(api, `{ linkStats(linkId: "${linkId}") { totalClicks } }`, {}, user);
  expect(stats.body).toMatchObject({
    errors: [{ extensions: { type: "INTERNAL_ERROR", status: 503, retryAfter: expect.any(Number) } }],
  });
  const links = await call(api, "GET", "/api/urls", { user });
  expect(links).toMatchObject({ status: 200, body: { data: [{ _id: linkId, noOfClicks: null }] } });
  expect(await call(api, "GET", "/api/groups", { user })).toMatchObject({ status: 200 });
});
