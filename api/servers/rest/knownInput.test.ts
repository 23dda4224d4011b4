import { beforeAll, describe, expect, it } from "vitest";
import { v7 as uuid } from "uuid";
import { z } from "zod";
import { features } from "../../boot/features.ts";
import { call, password, sharedTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { isForPeople } from "../../kernel/calls/operation.ts";
import { describeRest } from "./describe.ts";
import { unknownFields } from "./knownInput.ts";

let api: TestApi;
let user: TestUser;
beforeAll(async () => {
  api = await sharedTestApi();
  user = await signUp(api);
});

const { calls } = await describeRest(features);
const named = calls.map((one) => ({ ...one, name: `${one.method} ${one.path}` }));
const strict = named.filter((one) => !isForPeople(one));

const refusal = z.object({
  error: z.object({
    type: z.string(),
    details: z.object({ fields: z.array(z.object({ field: z.string(), message: z.string() })) }),
  }),
});

async function refused(method: string, path: string, payload?: object) {
  const url = path.replace(/:(\w+)/g, () => uuid());
  const response = await api.app.inject({
    method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]).parse(method),
    url,
    headers: { authorization: `Bearer ${user.accessToken}` },
    ...(payload && { payload }),
  });
  const { error } = refusal.parse(response.json());
  return { status: response.statusCode, type: error.type, fields: error.details.fields };
}

describe("what a call doesn't know", () => {
  it("is looked for in every call but those that people follow from elsewhere", () => {
    expect(strict.length).toBeGreaterThan(130);
    expect(new Set(named.filter(isForPeople).map(({ path }) => path))).toEqual(
      new Set([
        "/api/alarms/confirm",
        "/api/alarms/stop",
        "/api/auth/cancel-email-change",
        "/api/auth/google",
        "/api/auth/google/callback",
        "/api/auth/keep-second-factor",
        "/api/auth/verify-email",
        "/api/reports/confirm",
        "/api/reports/stop",
      ]),
    );
  });

  it.each(strict)("as a parameter is refused by name: $name", async ({ method, path }) => {
    const parameter = { field: "surprise", message: expect.stringMatching(/^Unknown parameter surprise\b/) };
    expect(await refused(method, `${path}?surprise=1`, method === "GET" ? undefined : {})).toEqual({
      status: 422,
      type: "VALIDATION_ERROR",
      fields: [parameter],
    });
  });

  it.each(strict.filter(({ method }) => method !== "GET"))(
    "as a field of the body is refused by name: $name",
    async ({ method, path }) => {
      const field = { field: "surprise", message: expect.stringMatching(/^Unknown field surprise\b/) };
      expect(await refused(method, path, { surprise: 1 })).toEqual({
        status: 422,
        type: "VALIDATION_ERROR",
        fields: [field],
      });
    },
  );

  it.each(named.filter(isForPeople))("stays where people follow a link: $name", async ({ method, path }) => {
    const url = `${path}?token=nonsense&utm_source=mail&surprise=1`;
    const { statusCode } = await api.app.inject({ method: method === "POST" ? "POST" : "GET", url });
    expect(statusCode).not.toBe(422);
  });
});

describe("the name that was meant", () => {
  it.each([
    ["/api/urls?isactive=false", "isactive", "isActive"],
    ["/api/urls?serach=x", "serach", "search"],
    ["/api/analytics?filters=country:is:DE", "filters", "filter"],
  ])("is said: %s", async (url, field, meant) => {
    const answer = await call(api, "GET", url, { user });
    expect(answer).toMatchObject({
      status: 422,
      body: {
        error: { details: { fields: [{ field, message: `Unknown parameter ${field}. Did you mean ${meant}?` }] } },
      },
    });
  });

  it("is said of what stands deep in a body", async () => {
    const body = {
      name: "A",
      originalUrl: "https://example.com/",
      rules: [{ conditions: [{ feld: "country" }], url: "https://example.com/" }],
    };
    const { status } = await call(api, "POST", "/api/urls", { user, body });
    expect(status).toBe(422);
  });
});

describe("a flood of unknown names", () => {
  it.each([
    ["thousands of them", Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, 1]))],
    ["long ones", Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`${i}${"x".repeat(10_000)}`, 1]))],
  ])("is answered in few words: %s", async (_what, body) => {
    const { status, body: answer } = await call(api, "POST", "/api/urls", { user, body });
    expect(status).toBe(422);
    const { fields } = refusal.parse(answer).error.details;
    expect(fields.length).toBeLessThanOrEqual(21);
    expect(JSON.stringify(answer).length).toBeLessThan(20_000);
  });

  it("says that there are more than it names", async () => {
    const body = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`k${i}`, 1]));
    const { body: answer } = await call(api, "POST", "/api/urls", { user, body });
    expect(refusal.parse(answer).error.details.fields.at(-1)).toEqual({
      field: "k20",
      message: "Unknown name. Further unknown names are not listed",
    });
  });
});

describe("the new password's confirmation", () => {
  it("may come along, and must be the same", async () => {
    const own = await signUp(api);
    const change = (confirmPassword: string) =>
      call(api, "POST", "/api/auth/change-password", {
        user: own,
        body: { currentPassword: password, newPassword: "another horse battery", confirmPassword },
      });
    expect(await change("another horse")).toMatchObject({
      status: 422,
      body: { error: { details: { fields: [{ field: "confirmPassword", message: "Passwords do not match" }] } } },
    });
    expect((await change("another horse battery")).status).toBe(200);
  });
});

describe("lists in brackets", () => {
  it.each([
    "filter[]=country:is:DE&filter[]=country:is:AT",
    "filter[0]=country:is:DE&filter[1]=country:is:AT",
    "filter[]=country:is:DE&filter=country:is:AT",
  ])("are the same as without: %s", async (query) => {
    const plain = await call(api, "GET", "/api/analytics?filter=country:is:DE&filter=country:is:AT", { user });
    const { status, body } = await call(api, "GET", `/api/analytics?${query}`, { user });
    expect(status).toBe(200);
    expect(body["data"]).toEqual(plain.body["data"]);
  });
});

describe("unknownFields", () => {
  const schema = z.object({
    name: z.string().optional(),
    one: z.union([z.string(), z.object({ a: z.number() }), z.object({ a: z.number(), b: z.number() })]).optional(),
    many: z.array(z.object({ a: z.number() })).nullish(),
    by: z.record(z.string(), z.object({ a: z.number() })).optional(),
    loose: z.looseObject({}).optional(),
    read: z
      .object({ a: z.string() })
      .transform(({ a }) => a)
      .default("x"),
  });

  it.each<[string, unknown, string[]]>([
    ["of objects", { name: "x", nam: 1 }, ["nam"]],
    ["of lists", { many: [{ a: 1 }, { a: 1, c: 2 }] }, ["many.1.c"]],
    ["of values by name", { by: { x: { a: 1, c: 2 } } }, ["by.x.c"]],
    ["of the shape that fits", { one: { a: 1, b: 2 } }, []],
    ["of the only shape that fits", { one: { a: 1, c: 2 } }, ["one.c"]],
    ["of what is read into something else", { read: { a: "x", c: 1 } }, ["read.c"]],
    ["but not of what may hold anything", { loose: { c: 1 } }, []],
    [
      "also those that every object has",
      JSON.parse('{ "constructor": 1, "__proto__": 2 }'),
      ["constructor", "__proto__"],
    ],
    ["of nothing", null, []],
  ])("finds those %s", (_of, input, expected) => {
    expect([...unknownFields(schema, input)].map(({ field }) => field)).toEqual(expected);
  });
});
