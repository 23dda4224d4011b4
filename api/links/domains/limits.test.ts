import { afterAll, beforeAll, expect, it } from "vitest";
import { defaultRates } from "../../kernel/limits/rates.ts";
import { call, openTestApi, signUp, type TestApi } from "../../testing/testApi.ts";

let api: TestApi;
beforeAll(async () => {
  const rates = { ...defaultRates, domainCheck: { points: 2, seconds: 600 } };
  api = await openTestApi({ settings: { rates } });
});
afterAll(() => api.close());

it("an account has its domains looked up so often, and no more", async () => {
  const [user, other] = [await signUp(api), await signUp(api)];
  const { body } = await call(api, "POST", "/api/domains", { user, body: { name: "go.brand.example" } });
  const { _id } = body["data"] as { _id: string };
  // The DNS server does not answer, which does not prove that records are missing.
  expect(body["data"]).toMatchObject({ state: "pending", problems: [expect.stringContaining("did not respond")] });
  const verify = () => call(api, "POST", `/api/domains/${_id}/verify`, { user });
  expect(await verify()).toMatchObject({ status: 200 });
  expect(await verify()).toMatchObject({ status: 429, body: { error: { type: "RATE_LIMIT_ERROR" } } });
  const another = { name: "go2.brand.example" };
  expect(await call(api, "POST", "/api/domains", { user, body: another })).toMatchObject({ status: 429 });
  expect(await call(api, "POST", "/api/domains", { user: other, body: another })).toMatchObject({ status: 201 });
});
