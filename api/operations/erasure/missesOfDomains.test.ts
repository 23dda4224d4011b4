import { afterAll, beforeAll, expect, it } from "vitest";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { insertMisses } from "../../testing/clicks.ts";
import { call, graphql, openTestApi, password, signUp, type TestApi } from "../../testing/testApi.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

async function rows(query: string): Promise<unknown> {
  const answer = await api.services.clickhouse.query({
    query,
    format: "JSONCompactEachRow",
    clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
  });
  return answer.json();
}

it("a deleted account takes along what came under its domains without a link, removed ones too, and nobody else's", async () => {
  const [user, other] = [await signUp(api), await signUp(api)];
  const add = async (owner: typeof user, name: string) => {
    await call(api, "POST", "/api/domains", { user: owner, body: { name } });
    const { rows: found } = await api.services.reads.query<{ id: string; number: number }>(
      sql`SELECT id, number FROM domain WHERE name = ${name}`,
    );
    return found[0] ?? { id: "", number: -1 };
  };
  const [kept, removed, foreign] = [
    await add(user, "go.kept.example"),
    await add(user, "go.removed.example"),
    await add(other, "go.foreign.example"),
  ];
  const at = new Date().toISOString();
  await insertMisses(api, [
    { at, code: "theirs", domain: kept.number },
    { at, code: "", reason: "base URL", domain: kept.number },
    { at, code: "removed", domain: removed.number },
    { at, code: "foreign", domain: foreign.number },
    { at, code: "default" },
  ]);
  expect((await call(api, "DELETE", `/api/domains/${removed.id}`, { user })).status).toBe(200);
  const mutation = "mutation ($password: String!) { deleteAccount(password: $password) }";
  expect((await graphql(api, mutation, { password }, user)).body["data"]).toEqual({ deleteAccount: true });
  for (const table of ["misses", "misses_by_owner"]) {
    await expect.poll(() => rows(`SELECT code FROM ${table} ORDER BY code`)).toEqual([["default"], ["foreign"]]);
  }
  await expect
    .poll(() => rows("SELECT domain, sum(misses) FROM request_quarter GROUP BY domain ORDER BY domain"))
    .toEqual([
      [0, 1],
      [foreign.number, 1],
    ]);
  const raw = "SELECT toDate(at) AS day, reason, count() FROM misses GROUP BY day, reason ORDER BY ALL";
  const sums =
    "SELECT day, reason, sum(misses) FROM misses_day GROUP BY day, reason HAVING sum(misses) != 0 ORDER BY ALL";
  await expect.poll(async () => JSON.stringify(await rows(sums))).toBe(JSON.stringify(await rows(raw)));
});
