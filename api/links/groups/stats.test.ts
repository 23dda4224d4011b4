import { beforeAll, describe, expect, it } from "vitest";
import { insertClicks } from "../../testing/clicks.ts";
import { call, graphql, makeLink, sharedTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

let api: TestApi;
let user: TestUser;
let eve: TestUser;
let groupId: string;
let links: { id: string }[];

beforeAll(async () => {
  api = await sharedTestApi();
  user = await signUp(api);
  eve = await signUp(api);
  groupId = await makeGroup("Press");
  links = [];
  for (const name of ["a", "b", "c", "d"]) links.push(await makeLink(api, user, { name, groupId }));
  const outside = await makeLink(api, user);
  const click = (link: { id: string } | undefined, day: string, isBot = false) => ({
    ownerId: user.id,
    linkId: link?.id ?? "",
    at: `2026-03-${day}T12:00:00.000Z`,
    isBot,
  });
  await insertClicks(api, [
    click(links[0], "01"),
    click(links[0], "02"),
    click(links[1], "02"),
    click(links[1], "03", true),
    click(links[2], "03"),
    click(links[3], "04"),
    click(outside, "02"),
  ]);
});

async function makeGroup(name: string): Promise<string> {
  const { body } = await call(api, "POST", "/api/groups", { user, body: { name } });
  return (body["data"] as { _id: string })._id;
}

const stats = (query = "", as: TestUser | null = user, id = groupId) =>
  call(api, "GET", `/api/groups/${id}/stats?${query}`, as ? { user: as } : {});

describe("GET /api/groups/:id/stats", () => {
  it("counts the links' clicks", async () => {
    expect(await stats()).toMatchObject({
      status: 200,
      body: {
        data: {
          totalUrls: 4,
          totalClicks: 5,
          averageClicks: 1.25,
          urls: [
            { name: "d", noOfClicks: 1 },
            { name: "c", noOfClicks: 1 },
            { name: "b", noOfClicks: 1 },
            { name: "a", noOfClicks: 2 },
          ],
        },
        pagination: { total: 4 },
      },
    });
    expect((await stats("bots=true")).body).toMatchObject({ data: { totalClicks: 6, averageClicks: 1.5 } });
    expect((await stats("startDate=2026-03-02&endDate=2026-03-02")).body).toMatchObject({
      data: { totalClicks: 2, averageClicks: 0.5 },
    });
    expect((await stats("limit=1&page=2")).body).toMatchObject({ data: { totalUrls: 4, urls: [{ name: "c" }] } });
  });

  it("is all zeros for an empty group", async () => {
    expect((await stats("", user, await makeGroup("Empty"))).body).toMatchObject({
      data: { totalUrls: 0, totalClicks: 0, averageClicks: 0, urls: [] },
    });
  });

  it("needs a token, a group of one's own, and a range that is one", async () => {
    expect((await stats("", null)).status).toBe(401);
    expect((await stats("", eve)).status).toBe(404);
    expect((await stats("", user, "x")).status).toBe(404);
    expect((await stats("startDate=2026-03-04&endDate=2026-03-01")).status).toBe(422);
  });
});

describe("GET /api/groups", () => {
  it("shows counts, clicks and the three newest links", async () => {
    const { body } = await call(api, "GET", "/api/groups?search=PRES", { user });
    expect(body).toMatchObject({
      data: [
        {
          _id: groupId,
          urlCount: 4,
          totalClicks: 5,
          recentUrls: [
            { name: "d", noOfClicks: 1 },
            { name: "c", noOfClicks: 1 },
            { name: "b", noOfClicks: 1 },
          ],
        },
      ],
      pagination: { page: 1, limit: 50, total: 1, pages: 1 },
    });
    expect((body["data"] as { recentUrls: unknown[] }[])[0]?.recentUrls).toHaveLength(3);
    expect((await call(api, "GET", "/api/groups?search=100%25", { user })).body).toMatchObject({ data: [] });
    expect((await call(api, "GET", "/api/groups?limit=0", { user })).status).toBe(422);
    expect((await call(api, "GET", "/api/groups")).status).toBe(401);
  });
});

describe("groups over GraphQL", () => {
  it("show as many of their newest links as they are asked for", async () => {
    const { body } = await graphql(
      api,
      `
        {
          groups(search: "press") {
            recentLinks(first: 2) {
              name
            }
          }
        }
      `,
      {},
      user,
    );
    expect(body).toEqual({ data: { groups: [{ recentLinks: [{ name: "d" }, { name: "c" }] }] } });
  });

  it("of others stay theirs", async () => {
    for (const query of ["group(id: $id) { id }", "groupStats(id: $id) { totalUrls }"]) {
      const { body } = await graphql(api, `query ($id: UUID!) { ${query} }`, { id: groupId }, eve);
      expect(body).toMatchObject({ errors: [{ extensions: { type: "NOT_FOUND_ERROR" } }] });
    }
  });

  it("take a bounded number of statements, however many there are", async () => {
    const many = await signUp(api);
    const statementsFor = async (groups: number) => {
      for (let i = 0; i < groups; i++) {
        const { body } = await call(api, "POST", "/api/groups", { user: many, body: { name: `Group ${i}` } });
        await makeLink(api, many, { groupId: (body["data"] as { _id: string })._id });
      }
      const pool = await api.services.orm.em.getConnection().getNativeClient();
      // Event followers use the same pool, so the test counts the queries of a call several times and uses the minimum.
      let fewest = Infinity;
      for (let i = 0; i < 5; i++) {
        let statements = 0;
        const count = (): void => void statements++;
        pool.on("acquire", count);
        await graphql(api, "{ groups { urlCount clicks recentLinks { name clicks } } }", {}, many);
        pool.off("acquire", count);
        fewest = Math.min(fewest, statements);
      }
      return fewest;
    };
    const few = await statementsFor(2);
    expect(few).toBeGreaterThan(0);
    expect(await statementsFor(10)).toBe(few);
  });
});
