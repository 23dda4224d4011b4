import { beforeAll, expect, it } from "vitest";
import { call, makeLink, sharedTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

let api: TestApi;
let user: TestUser;
beforeAll(async () => {
  api = await sharedTestApi();
  user = await signUp(api);
});

it("takes an empty body for none, whatever its content type says", async () => {
  const { id } = await makeLink(api, user);
  expect(await call(api, "DELETE", `/api/urls/${id}`, { user, body: "" })).toMatchObject({ status: 200 });
});

it("names the fields that an empty body lacks", async () => {
  expect(await call(api, "POST", "/api/urls", { user, body: "" })).toMatchObject({
    status: 422,
    body: { error: { type: "VALIDATION_ERROR", message: "URL name is required" } },
  });
  expect(await call(api, "POST", "/graphql", { user, body: "" })).toMatchObject({ status: 400 });
});

it.each(['{"name":', "name=Docs", '{"__proto__":{}}', "\u0000"])("says so of what is not JSON: %j", async (body) => {
  expect(await call(api, "POST", "/api/urls", { user, body })).toMatchObject({
    status: 400,
    body: { error: { type: "VALIDATION_ERROR", message: "The body is not valid JSON" } },
  });
});
