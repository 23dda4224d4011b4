import { sql } from "@hoplog/platform/postgres/sql.js";
import { limits } from "@hoplog/schema/limits.js";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { call, graphql, sharedTestApi, password, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

let api: TestApi;
beforeAll(async () => {
  api = await sharedTestApi();
});

type Kind = "views" | "utm-templates" | "qr-designs";

const savedPreset = z.object({ data: z.object({ _id: z.uuid(), query: z.string() }) });

async function save(user: TestUser, kind: Kind, name: string, query: string) {
  const { status, body } = await call(api, "POST", `/api/presets/${kind}`, { user, body: { name, query } });
  expect({ status, body }).toMatchObject({ status: 201 });
  return savedPreset.parse(body).data;
}
const list = async (user: TestUser, kind: Kind) =>
  (await call(api, "GET", `/api/presets/${kind}`, { user })).body["data"];

describe("presets", () => {
  it("are kept, changed and deleted, over REST and GraphQL", async () => {
    const user = await signUp(api);
    const { _id: id, query } = await save(
      user,
      "views",
      " Posters ",
      "?tags=Poster,Print&sort=clicks-desc&q=caf%C3%A9",
    );
    expect(query).toBe("tags=Poster%2CPrint&sort=clicks-desc&q=caf%C3%A9");
    const { body } = await graphql(api, "{ presets(kind: view) { id name query } }", {}, user);
    expect(body).toEqual({ data: { presets: [{ id, name: "Posters", query }] } });
    const renamed = await call(api, "PATCH", `/api/presets/views/${id}`, { user, body: { name: "Print" } });
    expect(renamed.body).toMatchObject({ data: { name: "Print", query } });
    const made = await graphql(
      api,
      `
        mutation ($id: UUID!) {
          createPreset(kind: utmTemplate, name: "Mail", query: "ref=a&utm_source= news &x=1&utm_medium=") {
            name
            query
          }
          updatePreset(kind: view, id: $id, input: { query: "" }) {
            name
            query
          }
        }
      `,
      { id },
      user,
    );
    expect(made.body).toEqual({
      data: {
        createPreset: { name: "Mail", query: "utm_source=news&ref=a" },
        updatePreset: { name: "Print", query: "" },
      },
    });
    expect(await list(user, "views")).toMatchObject([{ name: "Print" }]);
    expect(await list(user, "utm-templates")).toMatchObject([{ name: "Mail" }]);
    await graphql(api, "mutation ($id: UUID!) { deletePreset(kind: view, id: $id) }", { id }, user);
    expect(await list(user, "views")).toEqual([]);

    const { rows } = await api.services.reads.query<{ action: string }>(
      sql`SELECT action FROM audit WHERE resource_type = 'preset' AND resource_id = ${id} ORDER BY id`,
    );
    expect(rows.map(({ action }) => action)).toEqual(["SaveView", "ChangeView", "ChangeView", "DeleteView"]);
  });

  it("of QR codes are kept as what differs from a plain code", async () => {
    const user = await signUp(api);
    const kept = async (query: string) => (await save(user, "qr-designs", `Of "${query}"`, query)).query;
    expect(await kept("?light=%23FFF8E7&level=M&quiet=2&logo=x")).toBe("light=%23fff8e7&quiet=2");
    expect(await kept("")).toBe("");
  });

  it("have names of their own within their kind and workspace", async () => {
    const [user, other] = [await signUp(api), await signUp(api)];
    await save(user, "views", "One", "q=1");
    await save(user, "utm-templates", "One", "ref=1");
    await save(other, "views", "One", "q=1");
    const again = await call(api, "POST", "/api/presets/views", { user, body: { name: "One", query: "q=2" } });
    expect(again).toMatchObject({
      status: 409,
      body: { error: { type: "CONFLICT_ERROR", details: { field: "name" } } },
    });
  });

  it("are nobody else's, and not of another kind", async () => {
    const [user, other] = [await signUp(api), await signUp(api)];
    const { _id: id } = await save(user, "views", "Secret", "q=secret");
    for (const [kind, who] of [
      ["views", other],
      ["utm-templates", user],
      ["qr-designs", user],
    ] as const) {
      for (const method of ["PATCH", "DELETE"] as const) {
        const options = { user: who, ...(method === "PATCH" && { body: { query: "ref=mine" } }) };
        expect((await call(api, method, `/api/presets/${kind}/${id}`, options)).status).toBe(404);
      }
    }
    expect(await list(other, "views")).toEqual([]);
    expect(await list(user, "views")).toMatchObject([{ query: "q=secret" }]);
  });

  it.each([
    ["views", "name", { name: " ", query: "q=1" }],
    ["views", "name", { name: "x".repeat(limits.presetNameMax + 1), query: "q=1" }],
    ["views", "query", { name: "x", query: `q=${"x".repeat(limits.viewQueryMax)}` }],
    ["views", "query", { name: "x", query: 1 }],
    ["utm-templates", "query", { name: "x", query: "q=1" }],
    ["qr-designs", "query", { name: "x", query: "dark=red" }],
    ["qr-designs", "query", { name: "x", query: "quiet=11" }],
    ["utm-templates", "query", { name: "x", query: `ref=${"x".repeat(limits.utmValueMax + 1)}` }],
  ])("of %s name the field that does not fit: %s", async (kind, field, body) => {
    const user = await signUp(api);
    const answer = await call(api, "POST", `/api/presets/${kind}`, { user, body });
    expect(answer).toMatchObject({ status: 422, body: { error: { type: "VALIDATION_ERROR" } } });
    expect(JSON.stringify(answer.body)).toContain(`"field":"${field}"`);
  });

  it("are so many of a kind and no more", async () => {
    const user = await signUp(api);

    await api.services.reads.query(sql`INSERT INTO link_view (id, owner_id, name, text, created_at, updated_at)
      SELECT gen_random_uuid(), ${user.id}, n::text, '', now(), now()
        FROM generate_series(1, ${limits.presetsMax - 1}::integer) AS n`);
    const add = (name: string) => call(api, "POST", "/api/presets/views", { user, body: { name, query: "" } });
    const answers = await Promise.all([add("a"), add("b"), add("c")]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422, 422]);
    await save(user, "utm-templates", "a", "ref=a");
  });

  it("go with their account", async () => {
    const user = await signUp(api);
    await save(user, "views", "One", "q=1");
    await save(user, "utm-templates", "One", "ref=1");
    await save(user, "qr-designs", "One", "shape=dots");
    await call(api, "PUT", "/api/utm/rules", { user, body: { lowerCase: true } });
    const left = async () => {
      const counts = ["link_view", "utm_template", "qr_design", "utm_rules"].map(
        (table) => `(SELECT count(*) FROM ${table} WHERE owner_id = $1)`,
      );
      const { rows } = await api.services.reads.query(`SELECT (${counts.join(" + ")})::int AS count`, [user.id]);
      return rows;
    };
    expect(await left()).toEqual([{ count: 4 }]);
    expect(
      (await graphql(api, "mutation ($p: String!) { deleteAccount(password: $p) }", { p: password }, user)).body,
    ).toMatchObject({ data: {} });
    await expect.poll(left).toEqual([{ count: 0 }]);
  });
});
