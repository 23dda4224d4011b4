import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { call, graphql, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

let api: TestApi;
let ada: TestUser;
let eve: TestUser;
let own: string[];
beforeAll(async () => {
  api = await openTestApi();
  [ada, eve] = [await signUp(api), await signUp(api)];
  own = [];
  for (let i = 0; i < 5; i++) own.push((await makeLink(api, ada, { name: `Link ${i}` })).id);
});
afterAll(() => api.close());

const unknownId = "00000000-0000-4000-8000-000000000000";

it("reads what many ask for at the same time with few queries, and tells each only of what is theirs", async () => {
  const queries = vi.spyOn(api.services.reads, "query");
  const get = (user: TestUser, id: string) => call(api, "GET", `/api/urls/${id}`, { user });
  const answers = await Promise.all([...own, ...own].flatMap((id) => [get(ada, id), get(eve, id)]));
  const asked = queries.mock.calls.length;
  queries.mockRestore();
  expect(asked).toBeLessThan(10);
  for (const [i, id] of [...own, ...own].entries()) {
    expect(answers[2 * i]).toMatchObject({ status: 200, body: { data: { _id: id, name: `Link ${i % 5}` } } });
    expect(answers[2 * i + 1]).toMatchObject({ status: 404, body: { error: { type: "NOT_FOUND_ERROR" } } });
  }
});

it("finds an id however it is written, and lets nobody's nonsense spoil the query of others", async () => {
  const { linkById } = api.services;
  const [id = ""] = own;
  const wanted = [id.toUpperCase(), `${id}}`, `{${id}}`, `urn:uuid:${id}`, "x", "", "\u0000", unknownId, id];
  const found = await Promise.all(wanted.map(linkById));
  expect(found.map((link) => link?.id ?? null)).toEqual([id, null, null, null, null, null, null, null, id]);
  const query = `{ link(id: "${id}}") { id } }`;
  expect((await graphql(api, query, {}, ada)).body).toMatchObject({
    errors: [{ extensions: { type: "NOT_FOUND_ERROR" } }],
  });
});

it("shows what was written just before, while others read", async () => {
  const [id = ""] = own;
  const { linkById } = api.services;
  for (let i = 0; i < 20; i++) {
    const others = [linkById(id), linkById(id)];
    const { body } = await call(api, "PUT", `/api/urls/${id}`, { user: ada, body: { name: `Name ${i}` } });
    expect(body).toMatchObject({ data: { name: `Name ${i}` } });
    expect((await linkById(id))?.name).toBe(`Name ${i}`);
    await Promise.all(others);
  }
});
