import { beforeAll, expect, it } from "vitest";
import { makeLink, sharedTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

let api: TestApi;
let user: TestUser;
beforeAll(async () => {
  api = await sharedTestApi();
  user = await signUp(api);
  await makeLink(api, user);
});

const profile = { method: "GET", url: "/api/auth/profile" } as const;
const query = { method: "POST", url: "/graphql", payload: { query: "{ me { id } }" } } as const;

it.each([
  ["REST", profile],
  ["GraphQL", query],
])("a 401 over %s says how to authenticate, and whether the token was wrong", async (_face, call) => {
  const none = await api.app.inject(call);
  expect([none.statusCode, none.headers["www-authenticate"]]).toEqual([401, 'Bearer realm="hoplog"']);
  for (const token of ["nonsense", "hop_nonsense", `${user.accessToken}x`]) {
    const wrong = await api.app.inject({ ...call, headers: { authorization: `Bearer ${token}` } });
    const challenge = 'Bearer realm="hoplog", error="invalid_token"';
    expect([wrong.statusCode, wrong.headers["www-authenticate"]]).toEqual([401, challenge]);
  }
});

it("a failed log-in says it too, and other answers don't", async () => {
  const payload = { email: user.email, password: "wrong password" };
  const failed = await api.app.inject({ method: "POST", url: "/api/auth/login", payload });
  expect([failed.statusCode, failed.headers["www-authenticate"]]).toEqual([401, 'Bearer realm="hoplog"']);
  const good = await api.app.inject({ ...profile, headers: { authorization: `Bearer ${user.accessToken}` } });
  expect([good.statusCode, good.headers["www-authenticate"]]).toEqual([200, undefined]);
});
