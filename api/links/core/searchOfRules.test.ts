import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { readTables } from "../../boot/features.ts";
import { rebuildReadTables } from "../../kernel/eventstore/rebuild.ts";
import { foundNames } from "../../testing/foundNames.ts";
import { call, graphql, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

let api: TestApi;
let ada: TestUser;
beforeAll(async () => {
  api = await openTestApi();
});
beforeEach(async () => {
  ada = await signUp(api);
});
afterAll(() => api.close());

const found = (search: string, user = ada) => foundNames(api, user, "urls", search);

const arms = (host: string) => [
  { name: "A", url: `https://${host}.example/a`, weight: 1 },
  { name: "B", url: `https://${host}.example/b`, weight: 1 },
];
const when = { field: "country", op: "in", values: ["DE"] };
const rules = [
  { when, then: { url: "https://ruled.example/Sommer" } },
  { when, then: { split: { arms: arms("armed") } } },
  { when, then: { blocked: true } },
];

it("a link is found by all URLs that it may lead to, in any case, and by nothing else of its options", async () => {
  await makeLink(api, ada, { name: "Plain" });
  const preview = { title: "previewed", imageUrl: "https://image.example/" };
  await makeLink(api, ada, { name: "Deciding", rules, split: { arms: arms("parted") }, preview });
  const [expiresAt, expiredUrl] = ["2040-01-01T00:00:00Z", "https://expired.example/"];
  await makeLink(api, ada, {
    name: "Ending",
    expiresAt,
    expiredUrl,
    maxClicks: 5,
    maxClicksUrl: "https://used.example/",
  });
  for (const text of ["ruled.example/sommer", "armed.example/b", "PARTED"])
    expect(await found(text)).toEqual(["Deciding"]);
  for (const text of ["expired.example", "used.example"]) expect(await found(text)).toEqual(["Ending"]);
  for (const text of ["previewed", "image.example", "country"]) expect(await found(text)).toEqual([]);
  const query = '{ links(filter: { search: "ruled.example" }) { totalCount edges { node { name } } } }';
  expect((await graphql(api, query, {}, ada)).body).toMatchObject({
    data: { links: { totalCount: 1, edges: [{ node: { name: "Deciding" } }] } },
  });
  expect(await found("ruled", await signUp(api))).toEqual([]);
});

it("a link is found by what it may lead to now, also when read tables are made anew", async () => {
  const { id } = await makeLink(api, ada, { name: "Changing", rules });
  const edit = (body: object) => call(api, "PUT", `/api/urls/${id}`, { user: ada, body });
  expect(await edit({ rules: [{ when, then: { url: "https://winter.example/" } }] })).toMatchObject({ status: 200 });
  expect([await found("ruled.example"), await found("winter.example")]).toEqual([[], ["Changing"]]);
  const others = () => api.services.reads.query("SELECT id, other_urls FROM link ORDER BY id").then(({ rows }) => rows);
  const before = await others();
  await rebuildReadTables(api.services.orm, readTables);
  expect(await others()).toEqual(before);
  expect(await edit({ rules: null })).toMatchObject({ status: 200 });
  expect(await found("winter.example")).toEqual([]);
});

it("a link without such URLs has nothing in the index of them", async () => {
  const { id } = await makeLink(api, ada, { name: "Plain", forwardQuery: true, preview: { title: "T" } });
  const { rows } = await api.services.reads.query(sql`SELECT other_urls FROM link WHERE id = ${id}`);
  expect(rows).toEqual([{ other_urls: null }]);
});
