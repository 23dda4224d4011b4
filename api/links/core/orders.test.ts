import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { call, graphql, sharedTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { otherSortFields } from "./sort.ts";

let api: TestApi;
let user: TestUser;
/** The user with an API key that creates a link, by the link's name. */
let keys: Readonly<Record<string, TestUser>>;
beforeAll(async () => {
  api = await sharedTestApi();
  user = await signUp(api);
  const group = async (name: string) =>
    made.parse((await call(api, "POST", "/api/groups", { user, body: { name } })).body).data._id;
  const [press, fairs] = [await group("press"), await group("Fairs")];
  const key = async (name: string) => {
    const { body } = await call(api, "POST", "/api/keys", { user, body: { name, scopes: ["links:create"] } });
    const { _id: id, key: accessToken } = madeKey.parse(body).data;
    return { ...user, id, accessToken };
  };
  keys = { B: await key("zapper"), F: await key("Application") };
  const links: Readonly<Record<string, Record<string, unknown>>> = {
    A: { note: "zebra", tags: ["x", "b"], groupId: press },
    B: { expiresAt: "2040-01-02T00:00:00Z", isActive: false },
    C: { note: "Apple", externalId: "2", isFavourite: true, groupId: fairs },
    D: { isArchived: true, tags: ["c"] },
    E: { expiresAt: "2040-01-01T00:00:00Z", externalId: "1", tags: ["a", "z"], isFavourite: true },
    F: { isArchived: true, groupId: press },
    G: {},
  };
  for (const [name, { isArchived, isFavourite, isActive, ...link }] of Object.entries(links)) {
    const body = { name, originalUrl: `https://example.com/${name === "G" ? "0" : name}`, ...link };
    const by = keys[name] ?? user;
    const { _id } = made.parse((await call(api, "POST", "/api/urls", { user: by, body })).body).data;
    if (isArchived || isFavourite) {
      await call(api, "PUT", `/api/urls/${_id}`, { user, body: { isArchived, isFavourite } });
    }
    if (isActive === false) await call(api, "PATCH", `/api/urls/${_id}/toggle-status`, { user });
  }
});

const made = z.object({ data: z.object({ _id: z.string() }) });
const madeKey = z.object({ data: z.object({ _id: z.string(), key: z.string() }) });
const list = z.object({
  data: z.array(z.object({ name: z.string() })),
  pagination: z.looseObject({ total: z.number() }),
});
const connection = z.object({
  data: z.object({
    links: z.object({
      edges: z.array(z.object({ node: z.object({ name: z.string() }) })),
      pageInfo: z.object({ endCursor: z.string().nullable(), hasNextPage: z.boolean() }),
    }),
  }),
});

const foundPage = z.object({
  data: z.object({
    links: z.object({
      edges: z.array(z.object({ node: z.object({ id: z.string(), name: z.string() }) })),
      pageInfo: z.object({ endCursor: z.string().nullable() }),
    }),
  }),
});

async function names(query: string, of = user): Promise<string> {
  const { body } = await call(api, "GET", `/api/urls?archived=include&${query}`, { user: of });
  return list.parse(body).data.reduce((text, { name }) => text + name, "");
}

const document = `query ($sort: LinkSort, $after: String) {
  links(first: 2, after: $after, sort: $sort, filter: { archived: include }) {
    edges { node { name } }
    pageInfo { endCursor hasNextPage }
  }
}`;

async function byCursors(sort: object): Promise<string> {
  let text = "";
  let after: string | null = null;
  do {
    const { body } = await graphql(api, document, { sort, after }, user);
    const { edges, pageInfo } = connection.parse(body).data.links;
    for (const { node } of edges) text += node.name;
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  } while (after !== null);
  return text;
}

describe("links in an order that few ask for", () => {
  // Links with an equal or missing value are sorted by age; ascending orders list the oldest first.
  it.each([
    ["updated", "GFEDCBA", "desc"],
    ["destination", "GABCDEF", "asc"],
    ["externalId", "ECABDFG", "asc"],
    ["creator", "FBACDEG", "asc"],
    ["group", "CAFBDEG", "asc"],
    ["domain", "ABCDEFG", "asc"],
    ["tags", "EADBCFG", "asc"],
    ["note", "CABDEFG", "asc"],
    ["state", "ACDEFGB", "asc"],
    ["favourite", "ECGFDBA", "desc"],
    ["archived", "FDGECBA", "desc"],
    ["expires", "EBACDFG", "asc"],
  ] as const)("by %s: %s", async (field, expected, direction) => {
    expect(await names(`sort=${field}`)).toBe(expected);
    expect(await names(`sort=${field}&order=${direction}`)).toBe(expected);
  });

  it("are the other way round with those that have none last all the same", async () => {
    expect(await names("sort=note&order=desc")).toBe("ACGFEDB");
    expect(await names("sort=expires&order=desc")).toBe("BEGFDCA");
    expect(await names("sort=tags&order=desc")).toBe("DAEGFCB");
    expect(await names("sort=state&order=desc")).toBe("BGFEDCA");
  });

  it.each(otherSortFields.flatMap((field) => (["asc", "desc"] as const).map((order) => [field, order] as const)))(
    "are the same page by page, by %s %s",
    async (field, order) => {
      const query = `sort=${field}&order=${order}`;
      const whole = await names(query);
      expect(whole).toHaveLength(7);
      for (const limit of [1, 3]) {
        let text = "";
        for (let page = 1; text.length < 7; page++) text += await names(`${query}&limit=${limit}&page=${page}`);
        expect(text).toBe(whole);
      }
      expect(await names(`${query}&limit=3&page=4`)).toBe("");
      expect(await byCursors({ field, direction: order })).toBe(whole);
    },
  );

  it.each([
    ["expires", ["expires", "0soon", "00000000-0000-4000-8000-000000000000"]],
    ["expires", ["expires", "0Jan 1 99999", "00000000-0000-4000-8000-000000000000"]],
    ["note", ["note", "7x", "00000000-0000-4000-8000-000000000000"]],
    ["note", ["note", "", "00000000-0000-4000-8000-000000000000"]],
  ])("refuse a cursor that is in none of their parts: %s %j", async (field, parts) => {
    const after = Buffer.from(JSON.stringify(parts)).toString("base64url");
    const { body } = await graphql(api, document, { sort: { field, direction: "asc" }, after }, user);
    expect(body).toMatchObject({ errors: [{ extensions: { type: "VALIDATION_ERROR" } }] });
  });
});

it("lists what somebody has made: a person, an API key, or nobody of the workspace", async () => {
  const of = (creator: string | undefined, more = "") => names(`creator=${creator}${more}`);
  expect(await of(keys["B"]?.id)).toBe("B");
  expect(await of(keys["F"]?.id.toUpperCase())).toBe("F");
  expect(await of(user.id)).toBe("GEDCA");
  expect(await of(user.id, "&hasNote=true&sort=note")).toBe("CA");
  const stranger = await signUp(api);
  expect(await of(stranger.id)).toBe("");
  expect(await names(`creator=${keys["B"]?.id}`, stranger)).toBe("");
  expect(await call(api, "GET", "/api/urls?creator=me", { user })).toMatchObject({
    status: 422,
    body: { error: { type: "VALIDATION_ERROR", details: { fields: [{ field: "creator" }] } } },
  });
  const document = "query ($id: UUID!) { links(filter: { creator: $id, archived: include }) { totalCount } }";
  const { body } = await graphql(api, document, { id: user.id }, user);
  expect(body).toMatchObject({ data: { links: { totalCount: 5 } } });
});

it("finds and counts what thousands of links have as a tag or in their names", async () => {
  const other = await signUp(api);
  const make = (count: number, link: object) =>
    call(api, "POST", "/api/urls/batch", {
      user: other,
      body: { urls: Array.from({ length: count }, () => ({ originalUrl: "https://example.com/", ...link })) },
    });
  for (let batch = 0; batch < 4; batch++) await make(1000, { name: "At the harbour" });
  await make(700, { name: "Plain", tags: ["Harbour"] });
  await make(600, { name: "At the harbour", tags: ["harbour", "Boats"] });
  await make(5, { name: "By the harbour" });
  await make(5, { name: "Elsewhere" });
  const search = async (text: string) =>
    list.parse((await call(api, "GET", `/api/urls?limit=1&search=${text}`, { user: other })).body);
  const newest = [{ name: "By the harbour" }];
  expect(await search("harbour")).toMatchObject({ data: newest, pagination: { total: 5305 } });
  // At most 1,000 approximate matches are counted.
  expect(await search("harbuor")).toMatchObject({ data: newest, pagination: { total: 1000 } });
  // None of the newest links has the searched name.
  await make(1000, { name: "Inland" });
  expect(await search("harbour")).toMatchObject({ data: newest, pagination: { total: 5305 } });
});

it("reads pages of what is found: newest or oldest first, whatever else they are narrowed to, and wherever they begin", async () => {
  const other = await signUp(api);
  const make = (urls: object[]) => call(api, "POST", "/api/urls/batch", { user: other, body: { urls } });
  const numbers = Array.from({ length: 60 }, (_, i) => i);
  const needles = numbers.map((i) => ({
    name: `Needle ${i}`,
    originalUrl: "https://example.com/",
    ...(i % 20 === 0 && { note: "Kept" }),
  }));
  for (const some of [needles.slice(0, 25), needles.slice(25)]) await make(some);
  // None of the newest links has the searched name.
  await make(Array.from({ length: 700 }, () => ({ name: "Hay", originalUrl: "https://example.com/" })));
  const found = async (query: string) => {
    const { body } = await call(api, "GET", `/api/urls?search=needle&${query}`, { user: other });
    return list.parse(body).data.map(({ name }) => name);
  };
  const newest = numbers.toReversed().map((i) => `Needle ${i}`);
  expect(await found("limit=100")).toEqual(newest);
  expect(await found("limit=7&page=3")).toEqual(newest.slice(14, 21));
  expect(await found("limit=7&page=9")).toEqual(newest.slice(56));
  expect(await found("limit=7&sort=created&order=asc")).toEqual(newest.slice(-7).toReversed());
  expect(await found("limit=2&hasNote=true")).toEqual(["Needle 40", "Needle 20"]);
  expect(await found("limit=5&hasNote=true")).toEqual(["Needle 40", "Needle 20", "Needle 0"]);
  const document = `query ($after: String) { links(first: 2, after: $after, filter: { search: "needle", hasNote: true }) {
    edges { node { id name } } pageInfo { endCursor } } }`;
  const page = async (after?: string | null) =>
    foundPage.parse((await graphql(api, document, { after }, other)).body).data.links;
  const first = await page();
  expect(first.edges.map(({ node }) => node.name)).toEqual(["Needle 40", "Needle 20"]);
  // The link that a cursor refers to may have been deleted.
  await call(api, "DELETE", `/api/urls/${first.edges[1]?.node.id}`, { user: other });
  expect((await page(first.pageInfo.endCursor)).edges.map(({ node }) => node.name)).toEqual(["Needle 0"]);
});

it("finds what is meant: a word with a typo, in any part of it, and words in another order", async () => {
  const other = await signUp(api);
  const urls = [
    { name: "Spring campaign", originalUrl: "https://docs.google.com/document" },
    { name: "Winter campaign", originalUrl: "https://example.com/" },
    { name: "Invoice", originalUrl: "https://example.com/", note: "Asked for by the marketing department" },
    { name: "Plain", originalUrl: "https://example.com/", tags: ["Exhibition"] },
  ];
  await call(api, "POST", "/api/urls/batch", { user: other, body: { urls } });
  const names = async (text: string) => {
    const { body } = await call(api, "GET", `/api/urls?sort=name&search=${encodeURIComponent(text)}`, { user: other });
    return list.parse(body).data.map(({ name }) => name);
  };
  expect(await names("camaign")).toEqual(["Spring campaign", "Winter campaign"]);
  expect(await names("gogle")).toEqual(["Spring campaign"]);
  expect(await names("campaign spring")).toEqual(["Spring campaign"]);
  expect(await names("wintre camapign")).toEqual(["Winter campaign"]);
  expect(await names("marketting")).toEqual(["Invoice"]);
  expect(await names("exibition")).toEqual(["Plain"]);
  expect(await names("campaign invoice")).toEqual([]);
  expect(await names("elsewhere")).toEqual([]);
});

it("finds a typo of what only old links hold, by what is spelled alike", async () => {
  const other = await signUp(api);
  const make = (count: number, name: string) =>
    call(api, "POST", "/api/urls/batch", {
      user: other,
      body: { urls: Array.from({ length: count }, () => ({ originalUrl: "https://example.com/", name })) },
    });
  await make(1, "Kaleidoscope");
  await make(1, "Invoice");
  for (let batch = 0; batch < 2; batch++) await make(1000, "Discount");
  const found = async (text: string) =>
    list.parse((await call(api, "GET", `/api/urls?search=${text}`, { user: other })).body).data;
  // On a busy machine the approximate search may stop early, so it is retried.
  await expect.poll(() => found("kaleidscope")).toMatchObject([{ name: "Kaleidoscope" }]);
  await expect.poll(() => found("invioce")).toMatchObject([{ name: "Invoice" }]);
});
