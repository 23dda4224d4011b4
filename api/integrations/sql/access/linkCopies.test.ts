import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { select } from "../../../clicks/clickhouse/select.ts";
import { type Follower, followStep } from "../../../kernel/eventstore/followEvents.ts";
import { call, makeLink, openTestApi, signUp, type TestApi } from "../../../testing/testApi.ts";
import { linkCopyFollower } from "./linkCopies.ts";

let api: TestApi;
let client: pg.Client;

beforeAll(async () => {
  api = await openTestApi();
  client = new pg.Client({ connectionString: api.databaseUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await api.close();
});

/** Waits until all events are copied. Events are read only once no older transaction is open. */
async function copyAll(): Promise<void> {
  await expect
    .poll(
      async () =>
        (
          await client.query<{ left: number }>(
            sql`SELECT count(*)::int AS left FROM event WHERE transaction_id >= pg_snapshot_xmin(pg_current_snapshot())`,
          )
        ).rows[0]?.left,
    )
    .toBe(0);
  const follower: Follower = { name: "copies", timing: "each second", ...linkCopyFollower(api.services.clickhouse) };
  while ((await followStep(client, follower)) !== "idle");
}

const linkRow = z.object({
  name: z.string(),
  code: z.string(),
  domain: z.string(),
  url: z.string(),
  active: z.boolean(),
  group: z.string(),
});

async function copies() {
  return select(
    api.services.clickhouse,
    linkRow,
    `SELECT links.name AS name, code, domain, original_url AS url, is_active AS active, g.name AS group
     FROM links FINAL LEFT JOIN (SELECT * FROM link_groups FINAL) AS g USING (group_id) ORDER BY name`,
    {},
  );
}

it("says which domain a link is in", async () => {
  const user = await signUp(api);
  await call(api, "POST", "/api/domains", { user, body: { name: "go.brand.example" } });
  const { id } = await makeLink(api, user, { domain: "go.brand.example", name: "In a domain" });
  await copyAll();
  expect(await copies()).toMatchObject([{ name: "In a domain", domain: "go.brand.example" }]);
  await call(api, "DELETE", `/api/urls/${id}`, { user });
  await copyAll();
});

it("says what links are found by, and follows their tags", async () => {
  const user = await signUp(api);
  const { id } = await makeLink(api, user, { tags: ["Press", "Autumn"], note: "A note", externalId: "cms-1" });
  const row = z.object({ tags: z.array(z.string()), note: z.string(), externalId: z.string(), archived: z.boolean() });
  const copied = async () => {
    await copyAll();
    const sql = `SELECT tags, note, external_id AS externalId, is_archived AS archived FROM links FINAL WHERE link_id = {id: UUID}`;
    return select(api.services.clickhouse, row, sql, { id });
  };
  const is = { tags: ["Autumn", "Press"], note: "A note", externalId: "cms-1", archived: false };
  expect(await copied()).toEqual([is]);
  const { body } = await call(api, "GET", "/api/tags?search=press", { user });
  const [tag] = z.object({ data: z.array(z.object({ _id: z.string() })) }).parse(body).data;
  await call(api, "PATCH", `/api/tags/${tag?._id}`, { user, body: { name: "A press" } });
  await call(api, "PUT", `/api/urls/${id}`, { user, body: { isArchived: true, note: null } });
  expect(await copied()).toEqual([{ ...is, tags: ["A press", "Autumn"], note: "", archived: true }]);
  await call(api, "DELETE", `/api/tags/${tag?._id}`, { user });
  expect(await copied()).toMatchObject([{ tags: ["Autumn"] }]);
  await call(api, "DELETE", `/api/urls/${id}`, { user });
  await copyAll();
});

it("copies what is there, follows what changes, and deletes what is gone", async () => {
  const user = await signUp(api);
  const group = z.object({ data: z.object({ _id: z.string() }) });
  const { body } = await call(api, "POST", "/api/groups", { user, body: { name: 'It\'s a \\ "group"' } });
  const groupId = group.parse(body).data._id;
  const first = await makeLink(api, user, {
    name: "First \\ 'quote'",
    originalUrl: "https://example.com/1",
    groupId,
  });
  const second = await makeLink(api, user, { name: "Second ✓", originalUrl: "https://example.com/2" });
  await copyAll();
  const one = {
    name: "First \\ 'quote'",
    code: first.code,
    domain: "",
    url: "https://example.com/1",
    active: true,
    group: 'It\'s a \\ "group"',
  };
  const two = {
    name: "Second ✓",
    code: second.code,
    domain: "",
    url: "https://example.com/2",
    active: true,
    group: "",
  };
  expect(await copies()).toEqual([one, two]);

  await call(api, "PUT", `/api/urls/${second.id}`, { user, body: { name: "Zweiter", groupId } });
  await copyAll();
  expect(await copies()).toEqual([one, { ...two, name: "Zweiter", group: one.group }]);

  await call(api, "DELETE", `/api/groups/${groupId}`, { user });
  await call(api, "DELETE", `/api/urls/${first.id}`, { user });
  await copyAll();
  expect((await copies()).map(({ name, group: of }) => [name, of])).toEqual([["Zweiter", ""]]);
});

it("copies everything again within ten looks when ClickHouse has lost the copies", async () => {
  const { clickhouse } = api.services;
  const before = await copies();
  expect(before.length).toBeGreaterThan(0);
  const follower: Follower = { name: "copies", timing: "each second", ...linkCopyFollower(clickhouse) };
  for (let i = 0; i < 3; i++) expect(await followStep(client, follower)).toBe("idle");
  for (const table of ["links", "link_groups", "links_position"])
    await clickhouse.command({ query: `TRUNCATE TABLE ${table}` });
  for (let i = 0; i < 10; i++) await followStep(client, follower);
  expect(await copies()).toEqual(before);
});

it("begins anew where the copies are ahead of the log, as after a move to another Postgres", async () => {
  const { clickhouse } = api.services;
  const before = await copies();
  expect(before.length).toBeGreaterThan(0);
  const zero = "00000000-0000-0000-0000-000000000000";
  const stale = { owner_id: zero, link_id: zero, version: "999999999999", name: "A stale one" };
  await clickhouse.insert({ table: "links", values: [stale], format: "JSONEachRow" });
  // Inserts this row last, because the API's own copier may start again at once.
  const far = { name: "links", transaction_id: "999999999999", position: "1" };
  await clickhouse.insert({ table: "links_position", values: [far], format: "JSONEachRow" });
  await copyAll();
  await expect.poll(copies).toEqual(before);
});
