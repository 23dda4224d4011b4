import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { insertClicks, insertMisses } from "../../testing/clicks.ts";
import { call, graphql, makeLink, sharedTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

// Checks that a response contains only links and figures that the key has the scopes for, over GraphQL and REST.

const secret = "https://example.com/only-for-who-reads-links";
const host = "go.scopes.example";
let api: TestApi;
let user: TestUser;
let id: string;
let groupId: string;

beforeAll(async () => {
  api = await sharedTestApi();
  user = await signUp(api);
  await call(api, "POST", "/api/domains", { user, body: { name: host } });
  const { rows } = await api.services.reads.query<{ number: number }>(
    sql`UPDATE domain SET state = 'verified' WHERE name = ${host} RETURNING number`,
  );
  const domain = rows[0]?.number ?? -1;
  const group = await call(api, "POST", "/api/groups", { user, body: { name: "Campaign" } });
  groupId = (group.body["data"] as { _id: string })._id;
  const link = { originalUrl: secret, note: secret, groupId, domain: host, shortUrl: "docs" };
  ({ id } = await makeLink(api, user, link));
  const at = new Date(Date.now() - 86_400_000).toISOString();
  // A click that older rules classified as a person's and current rules classify as a bot's.
  await insertClicks(api, [{ ownerId: user.id, linkId: id, at, userAgent: "Wget/1.21", botRules: 1 }]);
  await insertMisses(api, [
    { at, code: "docs", ownerId: user.id, linkId: id, domain, host },
    { at, code: "docz", domain, host },
  ]);
});

/** Returns the user, authenticated by a new key with the given scopes. */
async function byKey(scopes: readonly string[]): Promise<TestUser> {
  const made = await call(api, "POST", "/api/keys", { user, body: { name: "Program", scopes } });
  const { key } = made.body["data"] as { key: string };
  return { ...user, accessToken: key };
}

async function ask(scopes: readonly string[], query: string) {
  return (await graphql(api, query, {}, await byKey(scopes))).body;
}

const shown = "{ originalUrl note }";
const asked: [string, string[], () => string][] = [
  ["analytics.topLinks", ["stats:read"], () => `analytics { topLinks { rows { clicks link ${shown} } } }`],
  ["classifiedClicks.samples", ["bots:read"], () => `classifiedClicks(people: true) { samples { id link ${shown} } }`],
  ["tryBotRules.rows", ["bots:read"], () => `tryBotRules { rows { linkId link ${shown} } }`],
  ["ledger.requests", ["stats:read"], () => `ledger { requests { requests { code link ${shown} } } }`],
  ["misses.codes", ["stats:read"], () => `misses { codes { rows { code link ${shown} } } }`],
  ["misses.codes.nearest", ["stats:read"], () => `misses { codes { rows { nearest ${shown} } } }`],
  ["groupStats", ["groups:read", "stats:read"], () => `groupStats(id: "${groupId}") { totalUrls urls ${shown} }`],
];

describe("links beside figures", () => {
  it.each(asked)("of %s need links:read beside %s", async (_field, scopes, fields) => {
    const query = `{ ${fields()} }`;
    const refused = await ask(scopes, query);
    const lacking = expect.objectContaining({
      message: "This API key lacks the scope links:read.",
      extensions: expect.objectContaining({ type: "AUTHORIZATION_ERROR" }),
    });
    expect(refused["errors"]).toContainEqual(lacking);
    expect(JSON.stringify(refused)).not.toContain(secret);
    const { errors, data } = await ask([...scopes, "links:read"], query);
    expect(errors).toBeUndefined();
    expect(JSON.stringify(data)).toContain(secret);
    expect((await graphql(api, query, {}, user)).body).toEqual({ data });
  });

  it.each(asked)("of %s are no reason to refuse what %s reads", async (_field, scopes, fields) => {
    const others = fields().replace(/(link|nearest|urls) \{[^}]*\}/, "__typename");
    expect(await ask(scopes, `{ ${others} }`)).not.toHaveProperty("errors");
  });
});

describe("conversions of a link", () => {
  const query = () => `{ link(id: "${id}") { clicks conversions { sales } } }`;

  it("need more than links:read, which shows its clicks as REST does", async () => {
    expect(await ask(["links:read"], query())).toMatchObject({
      data: { link: { clicks: 1, conversions: null } },
      errors: [{ message: "This API key lacks the scope stats:read." }],
    });
  });

  it.each(["stats:read", "conversions:read"])("are shown with %s", async (scope) => {
    expect(await ask(["links:read", scope], query())).toEqual({
      data: { link: { clicks: 1, conversions: { sales: 0 } } },
    });
  });

  it("are shown by a key for some links", async () => {
    const body = { name: "Bound", scopes: ["links:read", "stats:read"], groupId };
    const { key } = (await call(api, "POST", "/api/keys", { user, body })).body["data"] as { key: string };
    const { body: answer } = await graphql(api, query(), {}, { ...user, accessToken: key });
    expect(answer).toMatchObject({ data: { link: { conversions: { sales: 0 } } } });
  });
});

it.each(["/api/misses/codes", "/api/ledger/requests?part=firstVisit"])(
  "links beside figures of %s are shown to who may read them",
  async (url) => {
    const read = async (scopes: readonly string[]) => {
      const answer = await call(api, "GET", url, { user: await byKey(scopes) });
      expect(answer.status).toBe(200);
      return JSON.stringify(answer.body);
    };
    expect(await read(["stats:read"])).not.toContain(id);
    expect(await read(["stats:read", "links:read"])).toContain(id);
  },
);
