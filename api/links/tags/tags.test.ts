import { raw, sql } from "@hoplog/platform/postgres/sql.js";
import { limits } from "@hoplog/schema/limits.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { readTables } from "../../boot/features.ts";
import { rebuildReadTables } from "../../kernel/eventstore/rebuild.ts";
import { editFields } from "../core/linkInput.ts";
import { insertClicks } from "../../testing/clicks.ts";
import { call, graphql, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

const tagSchema = z.object({ _id: z.string(), name: z.string(), colour: z.string(), urlCount: z.number() });
const listSchema = z.object({ data: z.array(tagSchema) });
const linkSchema = z.object({
  data: z.object({
    tags: z.array(z.string()),
    note: z.string().nullable(),
    externalId: z.string().nullable(),
    isArchived: z.boolean(),
    isFavourite: z.boolean(),
  }),
});
const pageSchema = z.object({
  data: z.array(z.object({ name: z.string() })),
  pagination: z.object({ total: z.number() }),
});

const listTags = async (user: TestUser) => listSchema.parse((await call(api, "GET", "/api/tags", { user })).body).data;
const edit = (user: TestUser, id: string, body: object) => call(api, "PUT", `/api/urls/${id}`, { user, body });
const shown = async (user: TestUser, id: string) =>
  linkSchema.parse((await call(api, "GET", `/api/urls/${id}`, { user })).body).data;
async function names(user: TestUser, query: string) {
  const { body } = await call(api, "GET", `/api/urls?${query}`, { user });
  const { data, pagination } = pageSchema.parse(body);
  expect(pagination.total).toBe(data.length);
  return data.map(({ name }) => name);
}

describe("tags", () => {
  it("are made, changed and deleted; one name is one tag, whatever its case", async () => {
    const user = await signUp(api);
    const made = await call(api, "POST", "/api/tags", { user, body: { name: " Press ", colour: "blue" } });
    expect(made).toMatchObject({ status: 201, body: { data: { name: "Press", colour: "blue", urlCount: 0 } } });
    const { _id: id } = z.object({ data: tagSchema }).parse(made.body).data;
    expect(await call(api, "POST", "/api/tags", { user, body: { name: "pRESS" } })).toMatchObject({
      status: 409,
      body: { error: { type: "CONFLICT_ERROR", details: { field: "name" } } },
    });
    const other = z
      .object({ data: tagSchema })
      .parse((await call(api, "POST", "/api/tags", { user, body: { name: "News" } })).body).data;
    const change = (body: object) => call(api, "PATCH", `/api/tags/${id}`, { user, body });
    expect((await change({ name: "news" })).status).toBe(409);
    expect((await change({ name: "PRESS" })).body).toMatchObject({ data: { name: "PRESS", colour: "blue" } });
    expect((await change({ colour: "red" })).body).toMatchObject({ data: { name: "PRESS", colour: "red" } });
    for (const body of [
      {},
      { colour: "mauve" },
      { name: "" },
      { name: "a,b" },
      { name: "x".repeat(51) },
      { name: "\u0000" },
    ]) {
      expect({ bad: body, ...(await change(body)) }).toMatchObject({ bad: body, status: 422 });
    }
    expect((await listTags(user)).map(({ name }) => name)).toEqual(["News", "PRESS"]);
    expect((await call(api, "DELETE", `/api/tags/${other._id}`, { user })).status).toBe(200);
    expect((await call(api, "DELETE", `/api/tags/${other._id}`, { user })).status).toBe(404);
    expect((await listTags(user)).map(({ name }) => name)).toEqual(["PRESS"]);
  });

  it("come into being by their names on links, and go from links when they are deleted", async () => {
    const user = await signUp(api);
    const link = await makeLink(api, user, { tags: ["Press", "press", "Spring"] });
    expect((await shown(user, link.id)).tags).toEqual(["Press", "Spring"]);
    await edit(user, link.id, { tags: ["Summer", "SPRING"] });
    expect((await shown(user, link.id)).tags).toEqual(["Spring", "Summer"]);
    const tags = await listTags(user);
    expect(tags.map(({ name, urlCount }) => [name, urlCount])).toEqual([
      ["Press", 0],
      ["Spring", 1],
      ["Summer", 1],
    ]);
    const spring = tags.find(({ name }) => name === "Spring")?._id ?? "";
    await call(api, "DELETE", `/api/tags/${spring}`, { user });
    expect((await shown(user, link.id)).tags).toEqual(["Summer"]);
    // Setting the same tags again is no edit.
    const before = (await call(api, "GET", `/api/urls/${link.id}/history`, { user })).body;
    await edit(user, link.id, { tags: ["summer"] });
    expect((await call(api, "GET", `/api/urls/${link.id}/history`, { user })).body).toEqual(before);
    await edit(user, link.id, { tags: null });
    expect((await shown(user, link.id)).tags).toEqual([]);
    const many = Array.from({ length: limits.tagsPerLink + 1 }, (_, i) => `Tag ${i}`);
    expect(await edit(user, link.id, { tags: many })).toMatchObject({ status: 422 });
    expect(await edit(user, link.id, { tags: ["a", ""] })).toMatchObject({ status: 422 });
    expect((await listTags(user)).map(({ name }) => name)).toEqual(["Press", "Summer"]);
  });

  it("are made once where several calls name them at the same time", async () => {
    const user = await signUp(api);
    const links = await Promise.all(
      Array.from({ length: 8 }, (_, i) => makeLink(api, user, { tags: ["Both", `Own ${i}`] })),
    );
    expect(links).toHaveLength(8);
    const tags = await listTags(user);
    expect(tags.find(({ name }) => name === "Both")?.urlCount).toBe(8);
    expect(tags).toHaveLength(9);
    const [link] = links;
    await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        call(api, "PUT", "/api/urls/bulk", { user, body: { urlIds: [link?.id], addTags: [`Added ${i}`] } }),
      ),
    );
    expect((await shown(user, link?.id ?? "")).tags).toHaveLength(10);
  });
});

describe("a link's note, external id, archive and favourite", () => {
  it("are kept, shown, and cleared by null; what can be changed of a body that was read can be sent back", async () => {
    const user = await signUp(api);
    const link = await makeLink(api, user, { note: "First\nSecond ", externalId: "cms-1", tags: ["a"] });
    const is = { tags: ["a"], note: "First\nSecond", externalId: "cms-1", isArchived: false, isFavourite: false };
    expect(await shown(user, link.id)).toEqual(is);
    await edit(user, link.id, { isArchived: true, isFavourite: true });
    expect(await shown(user, link.id)).toEqual({ ...is, isArchived: true, isFavourite: true });
    const { body } = await call(api, "GET", `/api/urls/${link.id}`, { user });
    const read = z.object({ data: z.looseObject({ _id: z.string() }) }).parse(body).data;
    expect(await edit(user, link.id, { ...read })).toMatchObject({ status: 422 });
    const sent = Object.fromEntries(Object.entries(read).filter(([name]) => name in editFields && name !== "groupId"));
    const history = await call(api, "GET", `/api/urls/${link.id}/history`, { user });
    expect((await edit(user, link.id, sent)).status).toBe(200);
    expect(await call(api, "GET", `/api/urls/${link.id}/history`, { user })).toEqual(history);
    await edit(user, link.id, { note: null, externalId: "", isArchived: null, isFavourite: null });
    expect(await shown(user, link.id)).toEqual({ ...is, note: null, externalId: null });
    for (const bad of [
      { note: "x".repeat(5001) },
      { externalId: "x".repeat(256) },
      { externalId: "a\nb" },
      { isArchived: "yes" },
    ]) {
      expect({ bad, ...(await edit(user, link.id, bad)) }).toMatchObject({ bad, status: 422 });
    }
  });

  it("has an external id of its own in a workspace, also where calls come at the same time", async () => {
    const [user, other] = [await signUp(api), await signUp(api)];
    await makeLink(api, other, { externalId: "same" });
    const [one, two] = [await makeLink(api, user, { externalId: "same" }), await makeLink(api, user)];
    const taken = { status: 409, body: { error: { type: "CONFLICT_ERROR", details: { field: "externalId" } } } };
    expect(await edit(user, two.id, { externalId: "same" })).toMatchObject(taken);
    const make = (externalId: string) =>
      call(api, "POST", "/api/urls", { user, body: { name: "n", originalUrl: "https://example.com/", externalId } });
    expect(await make("same")).toMatchObject(taken);
    const raced = await Promise.all(Array.from({ length: 6 }, () => make("raced")));
    expect(raced.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
    const urls = ["new", "same", "new"].map((externalId) => ({
      name: externalId,
      originalUrl: "https://example.com/",
      externalId,
    }));
    const batch = await call(api, "POST", "/api/urls/batch", { user, body: { urls } });
    expect(batch.body).toMatchObject({ data: [{ url: {} }, { error: taken.body.error }, { error: taken.body.error }] });
    await edit(user, one.id, { externalId: null });
    expect((await edit(user, two.id, { externalId: "same" })).status).toBe(200);
    await call(api, "POST", `/api/urls/${one.id}/revert`, { user, body: { version: 2 } }).then((answer) =>
      expect(answer).toMatchObject(taken),
    );
  });

  it("stands in the history, can be undone, and is known at every moment", async () => {
    const user = await signUp(api);
    const link = await makeLink(api, user, { tags: ["b", "a"] });
    await edit(user, link.id, { tags: ["c"], note: "Note", externalId: "x", isArchived: true, isFavourite: true });
    const { body } = await call(api, "GET", `/api/urls/${link.id}/history`, { user });
    const entries = z
      .object({
        data: z.array(
          z.object({ version: z.number(), at: z.string(), changes: z.array(z.unknown()), revertible: z.boolean() }),
        ),
      })
      .parse(body).data;
    expect(entries[0]?.changes).toContainEqual({ field: "tags", from: null, to: "a, b" });
    expect(entries[1]).toMatchObject({
      changes: [
        { field: "tags", from: "a, b", to: "c" },
        { field: "note", from: null, to: "Note" },
        { field: "externalId", from: null, to: "x" },
        { field: "isArchived", from: "false", to: "true" },
        { field: "isFavourite", from: "false", to: "true" },
      ],
      revertible: true,
    });
    const then = await call(api, "GET", `/api/urls/${link.id}/at?time=${entries[0]?.at}`, { user });
    expect(then.body).toMatchObject({
      data: {
        tags: ["a", "b"],
        note: null,
        isArchived: false,
        differences: expect.arrayContaining([{ field: "tags", from: "a, b", to: "c" }]),
      },
    });
    const tag = (await listTags(user)).find(({ name }) => name === "b");
    await call(api, "DELETE", `/api/tags/${tag?._id}`, { user });
    await call(api, "POST", `/api/urls/${link.id}/revert`, { user, body: { version: entries[1]?.version } });
    // Favourites belong to a user and are not reverted; a deleted tag is not restored.
    expect(await shown(user, link.id)).toEqual({
      tags: ["a"],
      note: null,
      externalId: null,
      isArchived: false,
      isFavourite: true,
    });
  });

  it("is filled anew from the log", async () => {
    const user = await signUp(api);
    const link = await makeLink(api, user, { tags: ["kept", "gone"], note: "Note", externalId: "rebuilt" });
    await edit(user, link.id, { isArchived: true, isFavourite: true, tags: ["kept", "gone", "more"] });
    const gone = (await listTags(user)).find(({ name }) => name === "gone");
    await call(api, "PATCH", `/api/tags/${gone?._id}`, { user, body: { name: "Going", colour: "pink" } });
    await call(api, "DELETE", `/api/tags/${gone?._id}`, { user });
    const tables = ["tag", "link_tag", "link_favourite", "link"];
    const contents = async () =>
      Promise.all(
        tables.map(
          async (table) =>
            (await api.services.reads.query(sql`SELECT t.* FROM ${raw(table)} AS t ORDER BY t::text`)).rows,
        ),
      );
    const before = await contents();
    await rebuildReadTables(api.services.orm, readTables);
    expect(await contents()).toEqual(before);
    expect((await shown(user, link.id)).tags).toEqual(["kept", "more"]);
  });
});

describe("lists of links", () => {
  it("are narrowed by tags, archive, favourites, notes, external ids, dates and clicks, and sorted by each", async () => {
    const user = await signUp(api);
    const a = await makeLink(api, user, { name: "A", tags: ["x", "y"], note: "Zebra of the spring" });
    const b = await makeLink(api, user, { name: "B", tags: ["x"], externalId: "b-1" });
    const c = await makeLink(api, user, { name: "C", tags: ["wintertime"] });
    await makeLink(api, user, { name: "D" });
    await edit(user, c.id, { isArchived: true });
    await edit(user, a.id, { isFavourite: true });

    const click = (linkId: string, isBot = false) => ({
      ownerId: user.id,
      linkId,
      at: "2026-04-01T00:00:00.000Z",
      isBot,
    });
    await insertClicks(api, [click(a.id), click(a.id), click(b.id), click(b.id, true), click(b.id, true)]);
    const found = {
      "": ["D", "B", "A"],
      "archived=only": ["C"],
      "archived=include": ["D", "C", "B", "A"],
      "tags=x": ["B", "A"],
      "tags=X,y&tagsMode=any": ["B", "A"],
      "tags=x,y&tagsMode=all": ["A"],
      "tags=x,unknown&tagsMode=all": [],
      "tags=unknown": [],
      "tags=y,unknown&tagsMode=none": ["D", "B"],
      "tags=,": ["D", "B", "A"],
      "favourite=true": ["A"],
      "favourite=false": ["D", "B"],
      "hasNote=true": ["A"],
      "externalId=b-1": ["B"],
      "createdFrom=2020-01-01&createdTo=2020-01-01": [],
      "createdFrom=2020-01-01": ["D", "B", "A"],
      "clicksMin=1": ["B", "A"],
      "clicksMin=2": ["A"],
      "clicksMin=2&bots=true": ["B", "A"],
      "clicksMax=1": ["D", "B"],
      "clicksMin=1&clicksMax=1": ["B"],
      "clicksMax=0": ["D"],
      "search=zebra": ["A"],
      "search=winter&archived=include": ["C"],
      "search=zebre": ["A"],
      "search=of+the+sprnig": ["A"],
      "search=zyx": [],
      "search=zyxwvut": [],
      "sort=favourite": ["A", "D", "B"],
      "sort=tags": ["B", "A", "D"],
      "sort=externalId": ["B", "A", "D"],
      "sort=externalId&order=desc": ["B", "D", "A"],
      "sort=note": ["A", "B", "D"],
      "sort=clicks&tags=x": ["A", "B"],
    };
    for (const [query, expected] of Object.entries(found)) {
      const listed = await names(user, query);
      const same = query.startsWith("sort=tags")
        ? listed.toSorted((p, q) => Number(p === "D") - Number(q === "D") || (p < q ? 1 : -1))
        : listed;
      expect({ query, listed: same }).toEqual({ query, listed: expected });
    }
    for (const sort of ["updated", "destination", "group", "domain", "state", "archived", "expires"]) {
      expect((await names(user, `sort=${sort}`)).toSorted()).toEqual(["A", "B", "D"]);
    }
    for (const bad of [
      "tagsMode=some",
      "archived=yes",
      "sort=size",
      "clicksMin=-1",
      "clicksMin=2&clicksMax=1",
      "createdFrom=x",
      "createdFrom=2026-02-02&createdTo=2026-01-01",
    ]) {
      expect({ bad, status: (await call(api, "GET", `/api/urls?${bad}`, { user })).status }).toEqual({
        bad,
        status: 422,
      });
    }
  });

  it("say the same over GraphQL, page by page in any order", async () => {
    const user = await signUp(api);
    for (const n of [3, 1, 2]) await makeLink(api, user, { name: `L${n}`, externalId: `e${n}`, tags: ["t"] });
    await makeLink(api, user, { name: "None" });
    const document = `query ($after: String, $sort: LinkSort, $filter: LinkFilterInput) {
      links(first: 2, after: $after, sort: $sort, filter: $filter) {
        totalCount pageInfo { endCursor hasNextPage }
        edges { node { name note externalId isArchived isFavourite tags { name colour urlCount } } }
      }
    }`;
    const page = z.object({
      links: z.object({
        totalCount: z.number(),
        pageInfo: z.object({ endCursor: z.string().nullable(), hasNextPage: z.boolean() }),
        edges: z.array(z.object({ node: z.looseObject({ name: z.string() }) })),
      }),
    });
    const sort = { field: "externalId", direction: "desc" };
    const first = page.parse((await graphql(api, document, { sort }, user)).body["data"]).links;
    const second = page.parse(
      (await graphql(api, document, { sort, after: first.pageInfo.endCursor }, user)).body["data"],
    ).links;
    expect([...first.edges, ...second.edges].map(({ node }) => node.name)).toEqual(["L3", "L2", "L1", "None"]);
    expect(first.edges[0]?.node).toEqual({
      name: "L3",
      note: null,
      externalId: "e3",
      isArchived: false,
      isFavourite: false,
      tags: [{ name: "t", colour: expect.any(String), urlCount: 3 }],
    });
    const filter = { tags: ["t"], tagsMode: "none", archived: "include" };
    expect(page.parse((await graphql(api, document, { filter }, user)).body["data"]).links).toMatchObject({
      totalCount: 1,
    });
    const { body } = await graphql(
      api,
      document,
      { sort: { field: "note", direction: "asc" }, after: first.pageInfo.endCursor },
      user,
    );
    expect(body).toMatchObject({ errors: [{ extensions: { type: "VALIDATION_ERROR" } }] });
  });

  it("are changed in bulk, all or none", async () => {
    const [user, other] = [await signUp(api), await signUp(api)];
    const [one, two, foreign] = [
      await makeLink(api, user, { tags: ["a"] }),
      await makeLink(api, user),
      await makeLink(api, other),
    ];
    const bulk = (body: object) => call(api, "PUT", "/api/urls/bulk", { user, body });
    expect(
      await bulk({ urlIds: [one.id, two.id], addTags: ["b"], removeTags: ["A"], isArchived: true, isFavourite: true }),
    ).toMatchObject({
      status: 200,
      body: {
        data: [
          { tags: ["b"], isArchived: true, isFavourite: true },
          { tags: ["b"], isArchived: true },
        ],
      },
    });
    expect((await bulk({ urlIds: [one.id, foreign.id], addTags: ["new"] })).status).toBe(404);
    expect((await listTags(user)).map(({ name }) => name)).toEqual(["a", "b"]);
    for (const bad of [
      {},
      { addTags: ["a,b"] },
      { addTags: Array.from({ length: 51 }, (_, i) => `t${i}`) },
      { isArchived: 1 },
    ]) {
      expect({ bad, ...(await bulk({ urlIds: [one.id], ...bad })) }).toMatchObject({ bad, status: 422 });
    }
  });
});
