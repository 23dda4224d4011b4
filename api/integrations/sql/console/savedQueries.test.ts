import { sql } from "@hoplog/platform/postgres/sql.js";
import { limits } from "@hoplog/schema/limits.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { call, graphql, openTestApi, password, signUp, type TestApi, type TestUser } from "../../../testing/testApi.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

const saved = z.object({ data: z.object({ _id: z.string(), name: z.string(), text: z.string() }) });

async function save(user: TestUser, name: string, text = "SELECT 1"): Promise<string> {
  const { status, body } = await call(api, "POST", "/api/sql/queries", { user, body: { name, text } });
  expect({ status, body }).toMatchObject({ status: 201 });
  return saved.parse(body).data._id;
}
const list = async (user: TestUser) => (await call(api, "GET", "/api/sql/queries", { user })).body["data"];

describe("saved queries", () => {
  it("are kept as they were written, changed and deleted, over REST and GraphQL", async () => {
    const user = await signUp(api);
    const text = "SELECT '\u{1f600}'\n  FROM clicks -- \"whatever\"; DROP TABLE x\n";
    const id = await save(user, "  By day ", text);
    const { body } = await graphql(api, "{ savedQueries { id name text } }", {}, user);
    expect(body).toEqual({ data: { savedQueries: [{ id, name: "By day", text }] } });
    const rename = await call(api, "PATCH", `/api/sql/queries/${id}`, { user, body: { name: "Daily" } });
    expect(rename.body).toMatchObject({ data: { name: "Daily", text } });
    const made = await graphql(
      api,
      `
        mutation ($id: UUID!) {
          createSavedQuery(name: "A second", text: "SELECT 2") {
            id
            name
          }
          updateSavedQuery(id: $id, input: { text: "SELECT 3" }) {
            name
            text
          }
        }
      `,
      { id },
      user,
    );
    expect(made.body).toMatchObject({
      data: { createSavedQuery: { name: "A second" }, updateSavedQuery: { name: "Daily", text: "SELECT 3" } },
    });
    expect(await list(user)).toMatchObject([{ name: "A second" }, { name: "Daily" }]);
    await graphql(api, "mutation ($id: UUID!) { deleteSavedQuery(id: $id) }", { id }, user);
    expect(await list(user)).toMatchObject([{ name: "A second" }]);
    const { rows } = await api.services.reads.query<{ action: string }>(
      sql`SELECT action FROM audit WHERE resource_id = ${id} ORDER BY id`,
    );
    expect(rows.map(({ action }) => action)).toEqual([
      "SaveQuery",
      "ChangeSavedQuery",
      "ChangeSavedQuery",
      "DeleteSavedQuery",
    ]);
  });

  it("have names of their own within a workspace", async () => {
    const [user, other] = [await signUp(api), await signUp(api)];
    await save(user, "One");
    const second = await save(user, "Two");
    await save(other, "One");
    const taken = { status: 409, body: { error: { type: "CONFLICT_ERROR", details: { field: "name" } } } };
    const again = { name: "One", text: "SELECT 1" };
    expect(await call(api, "POST", "/api/sql/queries", { user, body: again })).toMatchObject(taken);
    expect(await call(api, "PATCH", `/api/sql/queries/${second}`, { user, body: again })).toMatchObject(taken);
    const same = { name: "Two", text: "SELECT 2" };
    expect((await call(api, "PATCH", `/api/sql/queries/${second}`, { user, body: same })).status).toBe(200);
  });

  it("are nobody else's", async () => {
    const [user, other] = [await signUp(api), await signUp(api)];
    const id = await save(user, "Secret", "SELECT 'secret'");
    for (const method of ["PATCH", "DELETE"] as const) {
      const options = { user: other, ...(method === "PATCH" && { body: { name: "Mine" } }) };
      const answer = await call(api, method, `/api/sql/queries/${id}`, options);
      expect(answer.status).toBe(404);
    }
    expect(await list(other)).toEqual([]);
    expect(await list(user)).toMatchObject([{ name: "Secret" }]);
  });

  it.each([
    ["name", { name: " ", text: "SELECT 1" }],
    ["name", { name: "x".repeat(limits.savedQueryNameMax + 1), text: "SELECT 1" }],
    ["text", { name: "x", text: "\0\n" }],
    ["text", { name: "x", text: "x".repeat(limits.sqlTextMax + 1) }],
    ["text", { name: "x", text: 1 }],
  ])("name the field that does not fit: %s", async (field, body) => {
    const user = await signUp(api);
    const answer = await call(api, "POST", "/api/sql/queries", { user, body });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ error: { type: "VALIDATION_ERROR" } });
    expect(JSON.stringify(answer.body)).toContain(`"field":"${field}"`);
    expect(await list(user)).toEqual([]);
  });

  it("of a megabyte are refused before they are read", async () => {
    const user = await signUp(api);
    const body = { name: "x", text: "x".repeat(1_000_000) };
    expect((await call(api, "POST", "/api/sql/queries", { user, body })).status).toBe(413);
  });

  it("are so many and no more, also when they come at once", async () => {
    const user = await signUp(api);
    await api.services.reads.query(
      sql`INSERT INTO saved_query (id, owner_id, name, text, created_at, updated_at)
       SELECT gen_random_uuid(), ${user.id}, n::text, 'SELECT 1', now(), now()
         FROM generate_series(1, ${limits.savedQueriesMax - 1}::integer) AS n`,
    );
    const body = (name: string) => ({ user, body: { name, text: "SELECT 1" } });
    const answers = await Promise.all(["a", "b", "c"].map((name) => call(api, "POST", "/api/sql/queries", body(name))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422]);
  });

  it("end with their account", async () => {
    const [user, other] = [await signUp(api), await signUp(api)];
    await save(user, "Gone");
    await save(other, "Kept");
    await graphql(api, "mutation ($password: String!) { deleteAccount(password: $password) }", { password }, user);
    const { rows } = await api.services.reads.query(
      sql`SELECT name FROM saved_query WHERE owner_id = ANY (${[user.id, other.id]})`,
    );
    expect(rows).toEqual([{ name: "Kept" }]);
  });
});

describe("an installation without a console", () => {
  it("says so", async () => {
    const user = await signUp(api);
    const { body } = await call(api, "GET", "/api/sql", { user });
    expect(body).toMatchObject({ data: { available: false, views: [] } });
    const answer = await call(api, "POST", "/api/sql", { user, body: { query: "SELECT 1" } });
    expect(answer).toMatchObject({
      status: 503,
      body: { message: "The SQL console is not set up on this installation." },
    });
    expect((await call(api, "DELETE", "/api/sql", { user })).status).toBe(200);
  });
});
