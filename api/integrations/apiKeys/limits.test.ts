import { sql } from "@hoplog/platform/postgres/sql.js";
import { inNetworks } from "@hoplog/platform/visitor/networks.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { defaultRates } from "../../kernel/limits/rates.ts";
import { follow } from "../../testing/live.ts";
import { call, openTestApi, signUp, type TestApi } from "../../testing/testApi.ts";

// Calls that exceed a limit of an API key do not count towards the limits of its account.

const isTrusted = inNetworks([{ address: "127.0.0.1", prefix: 32, family: "ipv4" }]);
let api: TestApi;
beforeAll(async () => {
  api = await openTestApi({ settings: { rates: defaultRates }, isTrusted });
});
afterAll(() => api.close());

async function openWithKey(of: TestApi, input: object) {
  const user = await signUp(of);
  const body = { name: "Public", scopes: ["links:read", "stats:read"], ...input };
  const made = await call(of, "POST", "/api/keys", { user, body });
  const { _id: id, key } = made.body["data"] as { _id: string; key: string };
  return { user, id, key };
}

it.each([
  ["its own limit", { requestsPerMinute: 1 }, 429, "198.51.100.1"],
  ["the address that it is for", { addresses: ["203.0.113.0/24"] }, 403, "198.51.100.2"],
])("a key that is called far beyond %s keeps its maker from nothing", async (_what, input, refused, from) => {
  const { user, id, key } = await openWithKey(api, input);
  const headers = { authorization: `Bearer ${key}`, "x-forwarded-for": from };
  const beyond = defaultRates.apiAccount.points + 50;
  let calls = 0;
  let last = 0;
  while (calls++ < beyond) last = (await api.app.inject({ url: "/api/keys/current", headers })).statusCode;
  expect(last).toBe(refused);
  expect((await call(api, "GET", "/api/urls", { user })).status).toBe(200);
  expect((await call(api, "DELETE", `/api/keys/${id}`, { user })).status).toBe(200);
});

it("a key's subscriptions beyond its own limit don't count against its account either", async () => {
  const rates = { ...defaultRates, apiAccount: { points: 10, seconds: 60 } };
  const limited = await openTestApi({ settings: { rates } });
  const url = `${(await limited.app.listen({ port: 0, host: "127.0.0.1" })).replace("http", "ws")}/graphql`;
  const { user, id, key } = await openWithKey(limited, { requestsPerMinute: 1 });
  const subscribe = () => follow(url, key, "subscription { workspaceCount { clicks } }");
  await subscribe();
  for (let subscriptions = 0; subscriptions < 10; subscriptions++) {
    const received = await subscribe();
    await expect.poll(() => received).toMatchObject([{ errors: [{ extensions: { type: "RATE_LIMIT_ERROR" } }] }]);
  }
  expect((await call(limited, "DELETE", `/api/keys/${id}`, { user })).status).toBe(200);
  await limited.close();
});

it.each([
  ["rest", "/api/urls"],
  ["graphql", "/graphql"],
])("what counts calls notes the address of a revoked key's over %s", async (via, url) => {
  const { user, id, key } = await openWithKey(api, {});
  expect((await call(api, "DELETE", `/api/keys/${id}`, { user })).status).toBe(200);
  const headers = { authorization: `Bearer ${key}`, "x-forwarded-for": "203.0.113.9" };
  const payload = { query: "{ links { totalCount } }" };
  await expect.poll(async () => (await api.app.inject({ method: "POST", url, headers, payload })).statusCode).toBe(401);

  const audited = async () =>
    (
      await api.services.reads.query(
        sql`SELECT via, address FROM audit WHERE resource_id = ${id} AND detail ->> 'because' = 'revoked'`,
      )
    ).rows;
  await expect.poll(audited).toEqual([{ via, address: "203.0.113.9" }]);
});

it("a key's own limit holds where the installation's limits are off, over REST and GraphQL", async () => {
  const unlimited = await openTestApi();
  const { user, key } = await openWithKey(unlimited, { requestsPerMinute: 2 });
  const headers = { authorization: `Bearer ${key}` };
  const ask = () => unlimited.app.inject({ url: "/api/keys/current", headers });
  expect((await ask()).headers).toMatchObject({ "ratelimit-limit": "2", "ratelimit-remaining": "1" });
  await ask();
  expect(await ask()).toMatchObject({ statusCode: 429, headers: { "retry-after": expect.any(String) } });
  const payload = { query: "{ links { totalCount } }" };
  const overGraphql = await unlimited.app.inject({ method: "POST", url: "/graphql", headers, payload });
  expect(overGraphql.statusCode).toBe(429);
  const { headers: ofSession } = await unlimited.app.inject({
    url: "/api/urls",
    headers: { authorization: `Bearer ${user.accessToken}` },
  });
  expect(ofSession).not.toHaveProperty("ratelimit-limit");
  await unlimited.close();
});
