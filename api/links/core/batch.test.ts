import { limits } from "@hoplog/schema/limits.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { readTables } from "../../boot/features.ts";
import { rebuildReadTables } from "../../kernel/eventstore/rebuild.ts";
import { defaultRates } from "../../kernel/limits/rates.ts";
import { call, graphql, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { failureReason } from "../../kernel/contract/answerPieces.ts";
import { batchBytesMax } from "./creating.ts";

const shownLink = z.looseObject({ _id: z.string(), shortUrl: z.string(), originalUrl: z.string() });
const results = z.object({
  data: z.array(
    z.object({ url: shownLink.optional(), created: z.boolean().optional(), error: failureReason.optional() }),
  ),
});

let api: TestApi;
let ada: TestUser;
let eve: TestUser;
beforeAll(async () => {
  api = await openTestApi({ settings: { rates: { ...defaultRates, creation: { points: 1010, seconds: 60 } } } });
  ada = await signUp(api);
  eve = await signUp(api);
});
afterAll(() => api.close());

const url = (n: number | string) => ({ name: `Link ${n}`, originalUrl: `https://example.com/${n}` });
const make = (user: TestUser | undefined, urls: unknown) =>
  call(api, "POST", "/api/urls/batch", { body: { urls }, ...(user && { user }) });

/** Creates links and returns the results of a call that must succeed; validates the response's schema. */
async function made(user: TestUser, urls: readonly unknown[]) {
  const { status, body } = await make(user, urls);
  expect(status).toBe(200);
  return results.parse(body).data;
}

async function makeGroup(user: TestUser): Promise<string> {
  const { body } = await call(api, "POST", "/api/groups", { user, body: { name: "Press" } });
  return z.object({ data: z.object({ _id: z.string() }) }).parse(body).data._id;
}

async function rowsOf(sql: string, values: unknown[]): Promise<Record<string, unknown>[]> {
  return (await api.services.reads.query<Record<string, unknown>>(sql, values)).rows;
}

describe("POST /api/urls/batch", () => {
  it("answers each link in order, the bad ones as a call of their own would", async () => {
    const [own, foreign, taken] = [await makeGroup(ada), await makeGroup(eve), await makeLink(api, eve)];
    const urls = [
      { ...url(1), groupId: own },
      { name: "", originalUrl: "nonsense" },
      { ...url(2), shortUrl: "Batch-code" },
      { ...url(3), shortUrl: taken.code },
      { ...url(4), shortUrl: "Batch-code" },
      { ...url(5), groupId: foreign },
      { ...url(6), groupId: 7 },
      "no link at all",
      url("\u0000 \ud800"),
      url(9),
    ];
    const answers = await made(ada, urls);
    const singles = [];
    for (const index of [1, 3, 5, 6]) {
      const body = urls[index] as object;
      singles.push((await call(api, "POST", "/api/urls", { user: ada, body })).body["error"]);
    }
    expect([1, 3, 5, 6].map((index) => answers[index])).toEqual(singles.map((error) => ({ error })));
    expect(answers).toMatchObject([
      { url: { name: "Link 1", groupId: { _id: own, name: "Press" }, noOfClicks: 0, isActive: true } },
      { error: { type: "VALIDATION_ERROR", details: { fields: [{ field: "name" }, { field: "originalUrl" }] } } },
      { url: { shortUrl: "Batch-code", groupId: null } },
      { error: { type: "CONFLICT_ERROR", details: { field: "shortUrl" } } },
      { error: { type: "CONFLICT_ERROR", message: "This short URL is already taken" } },
      { error: { type: "NOT_FOUND_ERROR", message: "Group not found" } },
      { error: { type: "VALIDATION_ERROR", details: { fields: [{ field: "groupId" }] } } },
      { error: { type: "VALIDATION_ERROR" } },
      { error: { type: "VALIDATION_ERROR" } },
      { url: { originalUrl: "https://example.com/9" } },
    ]);
    const listed = await call(api, "GET", "/api/urls", { user: ada });
    expect(listed.body).toMatchObject({ pagination: { total: 3 } });
    expect((await call(api, "GET", "/api/urls", { user: eve })).body).toMatchObject({ pagination: { total: 1 } });
  });

  it("makes a thousand at once, as events of one command, until the limit is reached", async () => {
    const user = await signUp(api);
    const urls = Array.from({ length: limits.batchMax }, (_, i) => ({
      name: "n".repeat(limits.linkNameMax),
      originalUrl: `https://example.com/${"x".repeat(1900)}${i}`,
    }));
    const answers = await made(user, urls);
    const links = answers.flatMap((answer) => answer.url ?? []);
    expect(links).toHaveLength(urls.length);
    expect(links.every(({ originalUrl }, i) => originalUrl === urls[i]?.originalUrl)).toBe(true);
    expect(new Set(links.map(({ shortUrl }) => shortUrl)).size).toBe(limits.batchMax);
    const events = `SELECT count(*)::int AS events, count(DISTINCT meta ->> 'commandId')::int AS commands,
        array_agg(stream_id ORDER BY position) AS ids FROM event WHERE meta ->> 'userId' = $1 AND type = 'LinkCreated'`;
    const ids = links.map(({ _id }) => _id);
    expect(await rowsOf(events, [user.id])).toEqual([{ events: limits.batchMax, commands: 1, ids }]);
    const audit = `SELECT count(*)::int AS rows, count(DISTINCT resource_id)::int AS links, min(address) AS address
        FROM audit WHERE user_id = $1 AND action = 'CreateLink' AND detail = '{"events": ["LinkCreated"]}'`;
    expect(await rowsOf(audit, [user.id])).toEqual([
      { rows: limits.batchMax, links: limits.batchMax, address: "127.0.0.1" },
    ]);
    const history = await call(api, "GET", `/api/urls/${links[0]?._id}/history`, { user });
    expect(history.body).toMatchObject({ data: [{ type: "LinkCreated", by: "Ada Lovelace" }] });

    const more = await made(user, [{ name: "" }, ...Array.from({ length: 12 }, (_, i) => url(i))]);
    expect(more.filter((answer) => "url" in answer)).toHaveLength(10);
    expect(more[0]).toMatchObject({ error: { type: "VALIDATION_ERROR" } });
    expect(more.slice(11)).toMatchObject([
      { error: { type: "RATE_LIMIT_ERROR" } },
      { error: { type: "RATE_LIMIT_ERROR", message: "Too many requests. Please try again later." } },
    ]);
    expect(await make(user, [url(1)])).toMatchObject({ status: 429, body: { error: { type: "RATE_LIMIT_ERROR" } } });
  });

  it("gives a code to one of two who claim it in large calls at the same moment", async () => {
    const codes = Array.from({ length: 40 }, (_, i) => `claimed-${i}`);
    const claim = async (user: TestUser, wanted: readonly string[]) =>
      (
        await made(
          user,
          wanted.map((shortUrl) => ({ ...url(1), shortUrl })),
        )
      ).filter((answer) => "url" in answer).length;
    const both = await Promise.all([claim(ada, codes), claim(eve, codes.toReversed())]);
    expect(both[0] + both[1]).toBe(codes.length);
  });

  it("gives the account's own code again once its link is gone", async () => {
    const { id, code } = await makeLink(api, ada);
    await call(api, "DELETE", `/api/urls/${id}`, { user: ada });
    expect(await made(eve, [{ ...url(1), shortUrl: code }])).toMatchObject([{ error: { type: "CONFLICT_ERROR" } }]);
    expect(await made(ada, [{ ...url(1), shortUrl: code }])).toMatchObject([{ url: { shortUrl: code } }]);
  });

  it("leaves tables behind that a replay of the events makes again", async () => {
    const tables = () =>
      Promise.all(["link", "code_claim"].map((table) => rowsOf(`SELECT * FROM ${table} ORDER BY owner_id, code`, [])));
    const before = await tables();
    await rebuildReadTables(api.services.orm, readTables);
    expect(await tables()).toEqual(before);
  });

  it.each([[undefined], [[]], ["all"], [Array.from({ length: limits.batchMax + 1 }, (_, i) => url(i))]])(
    "refuses %#",
    async (urls) => {
      expect(await make(ada, urls)).toMatchObject({
        status: 422,
        body: { error: { type: "VALIDATION_ERROR", details: { fields: [{ field: "urls" }] } } },
      });
    },
  );

  it("needs a token before it reads anything, and takes a body of bounded size", async () => {
    const long = [{ name: "x".repeat(batchBytesMax), originalUrl: "https://example.com" }];
    expect(await make(undefined, long)).toMatchObject({
      status: 401,
      body: { error: { type: "AUTHENTICATION_ERROR" } },
    });
    expect(await make(ada, long)).toMatchObject({ status: 413, body: { message: "The request is too large" } });
  });
});

describe("bulkCreateLinks", () => {
  const mutation = `mutation ($inputs: [CreateLinkInput!]!) {
    bulkCreateLinks(inputs: $inputs) { link { shortUrl clicks } error { type message field fields { field message } } } }`;

  it("does the same", async () => {
    const inputs = [
      { ...url(1), shortUrl: "from-graphql" },
      { ...url(2), shortUrl: "from-graphql" },
      { ...url(""), name: "" },
    ];
    const { body } = await graphql(api, mutation, { inputs }, ada);
    const conflict = {
      type: "CONFLICT_ERROR",
      message: "This short URL is already taken",
      field: "shortUrl",
      fields: [],
    };
    const fields = [{ field: "name", message: "URL name is required" }];
    expect(body).toEqual({
      data: {
        bulkCreateLinks: [
          { link: { shortUrl: "from-graphql", clicks: 0 }, error: null },
          { link: null, error: conflict },
          { link: null, error: { type: "VALIDATION_ERROR", message: "URL name is required", field: null, fields } },
        ],
      },
    });
  });

  it("takes a hundred at most", async () => {
    const inputs = Array.from({ length: limits.listMax + 1 }, (_, i) => url(i));
    const { body } = await graphql(api, mutation, { inputs }, ada);
    expect(body).toMatchObject({
      errors: [{ message: "Provide 1 to 100 links", extensions: { type: "VALIDATION_ERROR" } }],
    });
  });
});
