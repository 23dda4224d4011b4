import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { features } from "../../boot/features.ts";
import { describeRest } from "./describe.ts";
import { answersOf } from "./server.ts";
import { insertClicks } from "../../testing/clicks.ts";
import { servedRoutes } from "../../testing/servedRoutes.ts";
import { call, makeLink, sharedTestApi, password, signUp, type TestApi } from "../../testing/testApi.ts";

const { document, calls } = await describeRest(features);
const answers = answersOf(features);

let api: TestApi;
beforeAll(async () => {
  api = await sharedTestApi();
});

describe("the OpenAPI document", () => {
  it("holds every call that is served, and no other", () => {
    const documented = calls.map(({ method, path }) => `${method} ${path}`);
    const served = servedRoutes(api).filter((route) => / \/api\//.test(route) && !/ \/api\/(docs|openapi)/.test(route));
    expect(served.length).toBeGreaterThan(30);
    expect(documented.toSorted()).toEqual(served.toSorted());
  });

  it("is the committed one, and the one that is served", async () => {
    const committed = readFileSync(new URL("../../../schema/openapi/openapi.json", import.meta.url), "utf8");
    expect(JSON.parse(committed)).toEqual(JSON.parse(JSON.stringify(document)));
    const served = await api.app.inject({ url: "/api/openapi.json" });
    expect(served.json()).toEqual(JSON.parse(committed));
  });

  it("names each call once, and only schemas that are there", () => {
    const text = JSON.stringify(document);
    const ids = [...text.matchAll(/"operationId":"(\w+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(calls.map(({ id }) => id)));
    const referred = new Set([...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name));
    expect(Object.keys(described.components.schemas)).toEqual(expect.arrayContaining([...referred]));
  });
});

it("says of each call what it is for, and whether it needs a token", () => {
  const { paths } = z
    .object({
      paths: z.record(
        z.string(),
        z.record(z.string(), z.object({ description: z.string().min(5), security: z.array(z.unknown()) })),
      ),
    })
    .parse(document);
  const open = Object.entries(paths).flatMap(([path, calls]) =>
    Object.entries(calls).flatMap(([method, { security }]) => (security.length === 0 ? [`${method} ${path}`] : [])),
  );
  expect(open.toSorted()).toEqual(
    calls
      .filter((one) => one.open)
      .map(({ method, path }) => `${method.toLowerCase()} ${path.replace(/:(\w+)/, "{$1}")}`)
      .toSorted(),
  );
});

describe("every call", () => {
  const named = calls.map((operation) => ({
    ...operation,
    verb: operation.method as Parameters<typeof call>[1],
  }));
  const bodyOf = ({ body, example = {} }: (typeof named)[number]) => (body ? { body: example } : {});

  /** Parameters that a call requires before it looks up the ids. */
  const needed: Readonly<Record<string, string>> = { getUrlAt: "?time=2026-11-01" };

  it.each(named.filter(({ open }) => !open))("$verb $path needs a token", async (operation) => {
    const path = operation.path.replace(":id", api.services.newId());
    for (const authorization of [undefined, "Bearer nonsense", "Basic YTpi"]) {
      const response = await api.app.inject({
        method: operation.verb,
        url: path,
        ...(authorization && { headers: { authorization } }),
        ...(operation.body && { payload: operation.example ?? {} }),
      });
      expect(response.statusCode).toBe(401);
      expect(response.json()).toMatchObject({ success: false, error: { type: "AUTHENTICATION_ERROR" } });
    }
  });

  it.each(named.filter(({ path }) => path.includes(":id")))(
    "$verb $path knows neither wrong ids nor other people's",
    async (operation) => {
      const [owner, other] = [await signUp(api), await signUp(api)];
      const group = await call(api, "POST", "/api/groups", { user: owner, body: { name: "Press" } });
      const link = await makeLink(api, owner);
      const id = operation.tag.name === "Groups" ? (group.body["data"] as { _id: string })._id : link.id;
      for (const wrong of [id, api.services.newId(), "no-id", "%00"]) {
        const path = operation.path.replace(":id", wrong);
        const answer = await call(api, operation.verb, `${path}${needed[operation.id] ?? ""}`, {
          user: other,
          ...bodyOf(operation),
        });
        expect(answer).toMatchObject({ status: 404, body: { error: { type: "NOT_FOUND_ERROR" } } });
      }
    },
  );
});

const condition = { field: "country", op: "in", values: ["AT"] };
const split = { arms: [1, 2].map((weight) => ({ url: "https://example.com/", weight })), sticky: true };
const allOptions = {
  notBefore: "2026-01-01",
  expiresAt: "2030-01-01",
  expiredUrl: "https://example.com/over",
  timeZone: "Europe/Vienna",
  forwardQuery: true,
  forwardQueryMode: "keepMine",
  appendPath: true,
  redirectStatus: 308,
  preview: { title: "t", description: "d", imageUrl: "https://example.com/i.png" },
  hideDestination: true,
  allowIndexing: true,
  passClickId: true,
  rules: [
    { name: "a", when: { all: [condition, { any: [{ not: condition }] }] }, then: { blocked: true } },
    { when: condition, then: { split } },
  ],
  split,
};

const response = z.object({ $ref: z.string().optional(), headers: z.record(z.string(), z.unknown()).optional() });
const operation = z.looseObject({
  requestBody: z
    .object({ content: z.record(z.string(), z.object({ schema: z.looseObject({ $ref: z.string().optional() }) })) })
    .optional(),
  responses: z.record(z.string(), response),
});
const described = z
  .object({
    paths: z.record(z.string(), z.record(z.string(), operation)),
    components: z.object({
      responses: z.record(z.string(), response),
      schemas: z.record(z.string(), z.looseObject({ required: z.array(z.string()).optional() })),
    }),
  })
  .parse(document);

function describedCall(method: string, path: string): z.output<typeof operation> {
  const found = described.paths[path.replaceAll(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()];
  if (!found) throw new Error(`${method} ${path} is not described`);
  return found;
}

const refused = z.object({
  error: z.object({ details: z.object({ fields: z.array(z.object({ field: z.string() })) }) }),
});

describe("what a call requires", () => {
  // `/api/auth/confirm` requires one of two fields, depending on how the account signs in.
  const making = calls.filter(
    ({ body, path, open }) => body && !open && !path.includes(":") && path !== "/api/auth/confirm",
  );

  it.each(making.map((one) => ({ ...one, verb: one.method as Parameters<typeof call>[1] })))(
    "is required in the document too, of $verb $path",
    async ({ verb, path }) => {
      const user = await signUp(api);
      const { status, body } = await call(api, verb, path, { user, body: {} });
      const names = status === 422 ? refused.parse(body).error.details.fields.map(({ field }) => field) : [];
      const ref = describedCall(verb, path).requestBody?.content["application/json"]?.schema.$ref ?? "";
      const { required = [], properties } = described.components.schemas[ref.replace(/.*\//, "")] ?? {};
      const own = names.filter((name) => name in z.record(z.string(), z.unknown()).parse(properties));
      expect(own.filter((name) => !required.includes(name))).toEqual([]);
    },
  );
});

describe("the headers of an answer", () => {
  const contract = new Set("etag retry-after idempotent-replayed x-request-id location content-disposition".split(" "));

  it.each([
    ["POST", "/api/urls", { name: "n", originalUrl: "https://example.com" }],
    ["POST", "/api/groups", { name: "n" }],
    ["POST", "/api/tags", { name: "n" }],
    ["GET", "/api/auth/profile", undefined],
    ["GET", "/api/auth/export", undefined],
    ["GET", "/api/auth/google", undefined],
    ["GET", "/api/bots/rules", undefined],
    ["GET", "/api/urls", undefined],
    ["POST", "/api/notes", {}],
  ] as const)("are all described: %s %s", async (method, url, payload) => {
    const user = await signUp(api);
    const headers = {
      authorization: `Bearer ${user.accessToken}`,
      ...(method === "POST" && { "idempotency-key": crypto.randomUUID() }),
    };
    await api.app.inject({ method, url, headers, ...(payload && { payload }) });
    const answer = await api.app.inject({ method, url, headers, ...(payload && { payload }) });
    const sent = Object.keys(answer.headers).filter((name) => contract.has(name) || name.startsWith("ratelimit-"));
    const { $ref = "", headers: own } = describedCall(method, url).responses[answer.statusCode] ?? {};
    const known = Object.keys(own ?? described.components.responses[$ref.replace(/.*\//, "")]?.headers ?? {});
    expect(sent).toContain("x-request-id");
    expect(known.map((name) => name.toLowerCase())).toEqual(expect.arrayContaining(sent));
  });
});

describe("real answers", () => {
  it("are what the document says", async () => {
    const user = await signUp(api);
    const group = await call(api, "POST", "/api/groups", { user, body: { name: "Press" } });
    const groupId = (group.body["data"] as { _id: string })._id;
    const { id } = await makeLink(api, user, { groupId });
    const second = await makeLink(api, user);
    await insertClicks(api, [
      { ownerId: user.id, linkId: id, at: "2026-05-06T00:00:00.000Z", country: "DE", browser: "Firefox" },
      { ownerId: user.id, linkId: id, at: "2026-05-07T00:00:00.000Z", isBot: true },
    ]);
    const login = { email: user.email, password };
    const calls: readonly [string, Parameters<typeof call>[1], string, object?][] = [
      ["SessionAnswer", "POST", "/api/auth/login", login],
      ["TokensAnswer", "POST", "/api/auth/refresh-token", { refreshToken: user.refreshToken }],
      ["UserAnswer", "GET", "/api/auth/profile"],
      ["UserAnswer", "PUT", "/api/auth/profile", { name: "Ada King", email: user.email, contactNumber: "123" }],
      ["Done", "POST", "/api/auth/forgot-password", { email: "nobody@example.com" }],
      ["LinkAnswer", "POST", "/api/urls", { name: "n", originalUrl: "https://example.com" }],
      ["LinkAnswer", "POST", "/api/urls", { name: "n", originalUrl: "https://example.com", ...allOptions }],
      ["LinksAnswer", "GET", "/api/urls?sort=clicks"],
      ["ChangedLinksAnswer", "PUT", "/api/urls/bulk", { urlIds: [id], isActive: true }],
      ["LinkAnswer", "GET", `/api/urls/${id}`],
      ["LinkAnswer", "PUT", `/api/urls/${id}`, { name: "other" }],
      ["LinkAnswer", "PATCH", `/api/urls/${id}/toggle-status`],
      ["LinkStatsAnswer", "GET", `/api/urls/${id}/stats`],
      ["ClickLogAnswer", "GET", `/api/urls/${id}/click-logs`],
      ["HistoryAnswer", "GET", `/api/urls/${id}/history`],
      ["LinkAnswer", "POST", `/api/urls/${id}/revert`, { version: 2 }],
      ["Done", "DELETE", `/api/urls/${second.id}`],
      ["GroupAnswer", "POST", "/api/groups", { name: "n" }],
      ["GroupsAnswer", "GET", "/api/groups"],
      ["GroupAnswer", "GET", `/api/groups/${groupId}`],
      ["GroupAnswer", "PUT", `/api/groups/${groupId}`, { name: "News" }],
      ["GroupStatsAnswer", "GET", `/api/groups/${groupId}/stats`],
      ["DashboardAnswer", "GET", "/api/dashboard"],
      ["DashboardAnalyticsAnswer", "GET", "/api/dashboard/analytics"],
      ["Done", "DELETE", `/api/groups/${groupId}`],
      ["Failure", "GET", `/api/urls/${second.id}`],
      ["Failure", "POST", "/api/urls", {}],
    ];
    for (const [name, method, url, body] of calls) {
      const answer = await call(api, method, url, { user, ...(body && { body }) });
      const schema = answers[name];
      if (!schema) throw new Error(`no feature names ${name}`);
      const parsed = schema.strict().safeParse(answer.body);
      expect({ call: `${method} ${url}`, ...parsed }).toMatchObject({ success: true });
    }
  });
});

describe("GET /api/docs", () => {
  it("is a page whose parts are all served from here", async () => {
    const page = await api.app.inject({ url: "/api/docs" });
    expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
    const parts = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url = ""]) => url);
    expect(parts).toHaveLength(3);
    for (const url of [...parts, "/api/openapi.json"]) {
      expect(url).toMatch(/^\/api\//);
      expect((await api.app.inject({ url })).statusCode).toBe(200);
    }
    expect(page.body).not.toMatch(/<script>|onclick/);
  });
});
