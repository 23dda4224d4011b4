import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { sql, Sql } from "@hoplog/platform/postgres/sql.js";
import { execute, rowsOf } from "../../kernel/database/statements.ts";
import { insertClicks } from "../../testing/clicks.ts";
import { matching } from "./filter.ts";
import { call, graphql, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

let api: TestApi;
let user: TestUser;
const ids = new Map<string, string>();
/** Names with clicks by people. With bots included, "beta" has the most clicks. */
const links = [
  ["beta", 1],
  ["Alpha", 7],
  ["gamma", 0],
  ["Delta", 3],
  ["epsilon", 0],
] as const;

beforeAll(async () => {
  api = await openTestApi();
  user = await signUp(api);
  for (const [name, clicks] of links) {
    const { id } = await makeLink(api, user, { name, shortUrl: `Code-of-${name}` });
    ids.set(name, id);
    const click = { ownerId: user.id, linkId: id, at: "2026-04-01T00:00:00.000Z" };
    await insertClicks(
      api,
      Array.from({ length: clicks }, () => click),
    );
    if (name === "beta") {
      await insertClicks(
        api,
        Array.from({ length: 20 }, () => ({ ...click, isBot: true })),
      );
    }
  }
  await call(api, "PATCH", `/api/urls/${ids.get("Delta")}/toggle-status`, { user });
});
afterAll(() => api.close());

async function restNames(query: string, as = user): Promise<string[]> {
  const names: string[] = [];
  for (let page = 1; ; page++) {
    const { status, body } = await call(api, "GET", `/api/urls?limit=2&page=${page}&${query}`, { user: as });
    expect(status).toBe(200);
    const rows = body["data"] as { name: string }[];
    names.push(...rows.map(({ name }) => name));
    if (rows.length < 2) return names;
  }
}

interface Connection {
  edges: { node: { name: string } }[];
  pageInfo: { endCursor: string; hasNextPage: boolean };
  totalCount: number;
}

async function graphqlNames(sort: object, filter: object = {}, as = user): Promise<string[]> {
  const names: string[] = [];
  let after: string | null = null;
  do {
    const { body } = await graphql(
      api,
      `
        query ($after: String, $sort: LinkSort, $filter: LinkFilterInput) {
          links(first: 2, after: $after, sort: $sort, filter: $filter) {
            edges {
              node {
                name
              }
            }
            pageInfo {
              endCursor
              hasNextPage
            }
            totalCount
          }
        }
      `,
      { after, sort, filter },
      as,
    );
    const page: Connection = (body["data"] as { links: Connection }).links;
    names.push(...page.edges.map(({ node }) => node.name));
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  } while (after);
  return names;
}

describe("a list of links", () => {
  const byName = ["Alpha", "beta", "Delta", "epsilon", "gamma"];
  const byAge = ["beta", "Alpha", "gamma", "Delta", "epsilon"];
  const byClicks = ["gamma", "epsilon", "beta", "Delta", "Alpha"];

  it.each([
    ["name", byName],
    ["created", byAge],
    ["clicks", byClicks],
  ])("goes by %s in both directions, by page and by cursor", async (field, ascending) => {
    const descending = ascending.toReversed();
    expect(await restNames(`sort=${field}&order=asc`)).toEqual(ascending);
    expect(await restNames(`sort=${field}&order=desc`)).toEqual(descending);
    expect(await graphqlNames({ field, direction: "asc" })).toEqual(ascending);
    expect(await graphqlNames({ field, direction: "desc" })).toEqual(descending);
  });

  it("has an order of its own for each field", async () => {
    expect(await restNames("sort=name")).toEqual(byName);
    expect(await restNames("sort=created")).toEqual(byAge.toReversed());
    expect(await restNames("sort=clicks")).toEqual(byClicks.toReversed());
    expect(await restNames("sort=clicks&bots=true")).toEqual(["beta", "Alpha", "Delta", "epsilon", "gamma"]);
  });

  it("keeps its filters in every order", async () => {
    expect(await restNames("sort=clicks&isActive=true")).toEqual(["Alpha", "beta", "epsilon", "gamma"]);
    expect(await restNames("sort=name&search=LTA")).toEqual(["Delta"]);
    expect(await graphqlNames({ field: "clicks", direction: "desc" }, { search: "ta" })).toEqual(["Delta", "beta"]);
    expect(await restNames("search=code-of-GAMMA")).toEqual(["gamma"]);
    expect((await restNames("search=example.com")).length).toBe(links.length);
    const unfit = await call(api, "GET", "/api/urls?search=%00", { user });
    expect(unfit).toMatchObject({ status: 422, body: { error: { details: { fields: [{ field: "search" }] } } } });
  });

  it("of thousands of links is walked in chunks, in the same order", async () => {
    const many = await signUp(api);
    const total = 2500;
    const em = api.services.orm.em.fork();
    await execute(
      em,
      sql`INSERT INTO link (id, owner_id, name, code, original_url, is_active, revision, created_at, updated_at)
       SELECT ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, ${many.id}, 'Link ' || n, 'bulk-' || n,
         'https://example.com/', n % 2 = 0, 1, now(), now() FROM generate_series(1, ${total}) AS n`,
    );
    const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
    // Every third link has 1, 2 or 3 clicks; the others have none.
    const clicksOf = (n: number) => (n % 3 === 0 ? 1 + (n % 4) : 0);
    await insertClicks(
      api,
      Array.from({ length: total }, (_, i) => i + 1).flatMap((n) =>
        Array.from({ length: clicksOf(n) }, () => ({
          ownerId: many.id,
          linkId: idOf(n),
          at: "2026-04-01T00:00:00.000Z",
        })),
      ),
    );
    const expected = Array.from({ length: total }, (_, i) => i + 1)
      .filter((n) => n % 2 === 0)
      .toSorted((a, b) => clicksOf(b) - clicksOf(a) || b - a)
      .map((n) => `Link ${n}`);
    const read = async (order: string, page: number) => {
      const { body } = await call(
        api,
        "GET",
        `/api/urls?limit=100&page=${page}&sort=clicks&order=${order}&isActive=true`,
        { user: many },
      );
      return (body["data"] as { name: string }[]).map(({ name }) => name);
    };
    for (const page of [1, 2, 5, 9, 12, 13]) {
      expect(await read("desc", page)).toEqual(expected.slice((page - 1) * 100, page * 100));
      expect(await read("asc", page)).toEqual(expected.toReversed().slice((page - 1) * 100, page * 100));
    }
    const names: string[] = [];
    let after: string | null = null;
    do {
      const { body } = await graphql(
        api,
        `
          query ($after: String) {
            links(first: 100, after: $after, filter: { isActive: true }, sort: { field: clicks, direction: desc }) {
              edges {
                node {
                  name
                }
              }
              pageInfo {
                endCursor
                hasNextPage
              }
            }
          }
        `,
        { after },
        many,
      );
      const page: Connection = (body["data"] as { links: Connection }).links;
      names.push(...page.edges.map(({ node }) => node.name));
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    } while (after);
    expect(names).toEqual(expected);
  });

  it.each(["sort=size", "order=up", "sort=name&order=random"])("refuses ?%s", async (query) => {
    const { status, body } = await call(api, "GET", `/api/urls?${query}`, { user });
    expect(status).toBe(422);
    expect(body).toMatchObject({ error: { type: "VALIDATION_ERROR" } });
  });

  it("refuses a cursor of another order", async () => {
    const first = await graphql(api, "{ links(first: 1) { pageInfo { endCursor } } }", {}, user);
    const after = (first.body["data"] as { links: Connection }).links.pageInfo.endCursor;
    const { body } = await graphql(
      api,
      "query ($after: String) { links(after: $after, sort: { field: name, direction: asc }) { totalCount } }",
      { after },
      user,
    );
    expect(body).toMatchObject({ errors: [{ extensions: { details: { fields: [{ field: "after" }] } } }] });
  });

  it("searches with an index", async () => {
    const { strings, values } = matching(user.id, { search: "quarterly" }, new Date());
    const anybody = new Sql(
      [strings[0]?.replace("owner_id = ", "") ?? "", `::text IS NOT NULL${strings[1]}`, ...strings.slice(2)],
      values,
    );
    const plan = await api.services.orm.em.fork().transactional(async (tx) => {
      await execute(tx, sql`SET LOCAL enable_seqscan = off`);
      return rowsOf<{ "QUERY PLAN": string }>(tx, sql`EXPLAIN SELECT id FROM link WHERE ${anybody}`);
    });
    expect(plan.map((row) => row["QUERY PLAN"]).join("\n")).toContain("link_search");
  });
});

it("says what can't be done while ClickHouse gives no answer, and lists in every other order", async () => {
  const lone = await openTestApi();
  onTestFinished(() => lone.close());
  const owner = await signUp(lone);
  await makeLink(lone, owner);
  await lone.services.clickhouse.command({ query: "RENAME TABLE link_quarter TO out_of_reach" });
  const message = "Links can't be sorted by clicks at the moment. Sort them by name or date, or try again later.";
  const byClicks = await call(lone, "GET", "/api/urls?sort=clicks", { user: owner });
  expect(byClicks).toMatchObject({ status: 503, body: { message, error: { type: "INTERNAL_ERROR" } } });
  const { body } = await graphql(
    lone,
    "{ links(sort: { field: clicks, direction: desc }) { edges { node { name } } } }",
    {},
    owner,
  );
  expect(body).toMatchObject({ errors: [{ message, extensions: { type: "INTERNAL_ERROR", status: 503 } }] });
  expect(await call(lone, "GET", "/api/urls?sort=name", { user: owner })).toMatchObject({ status: 200 });
});
