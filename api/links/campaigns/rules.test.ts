import { sql } from "@hoplog/platform/postgres/sql.js";
import { limits } from "@hoplog/schema/limits.js";
import { beforeAll, describe, expect, it } from "vitest";
import { call, graphql, makeLink, sharedTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

let api: TestApi;
beforeAll(async () => {
  api = await sharedTestApi();
});

const setRules = (user: TestUser, body: object) => call(api, "PUT", "/api/utm/rules", { user, body });
const make = (user: TestUser, originalUrl: string, others: object = {}) =>
  call(api, "POST", "/api/urls", { user, body: { name: "A link", originalUrl, ...others } });

const refused = (field: string) => ({
  status: 422,
  body: { error: { type: "VALIDATION_ERROR", details: { fields: [{ field }] } } },
});

describe("rules for campaign parameters", () => {
  it("are none at first, and are set over REST and GraphQL", async () => {
    const [user, other] = [await signUp(api), await signUp(api)];
    const read = async (who: TestUser) => (await call(api, "GET", "/api/utm/rules", { user: who })).body["data"];
    const etag = expect.any(String) as unknown;
    expect(await read(user)).toEqual({ lowerCase: false, allowed: {}, etag });
    const allowed = { utm_medium: ["email", "email", "print"], ref: [] };
    const set = await setRules(user, { lowerCase: true, allowed });
    expect(set.body).toMatchObject({ data: { lowerCase: true, allowed: { utm_medium: ["email", "print"] } } });
    const { body } = await graphql(api, "{ utmRules { lowerCase allowed { field values } } }", {}, user);
    const field = "utm_medium";
    expect(body["data"]).toEqual({ utmRules: { lowerCase: true, allowed: [{ field, values: ["email", "print"] }] } });
    const change = `mutation { setUtmRules(input: { lowerCase: false, allowed: [{ field: ref, values: ["Ad"] }] }) { lowerCase } }`;
    expect((await graphql(api, change, {}, user)).body["data"]).toEqual({ setUtmRules: { lowerCase: false } });
    expect(await read(user)).toEqual({ lowerCase: false, allowed: { ref: ["Ad"] }, etag });
    expect(await read(other)).toEqual({ lowerCase: false, allowed: {}, etag });

    expect(
      (
        await api.services.reads.query(
          sql`SELECT action FROM audit WHERE resource_type = 'utm rules' AND resource_id = ${user.id}`,
        )
      ).rows,
    ).toHaveLength(2);
  });

  it("hold for new links, batches, edits and whatever else a link leads to, and leave links as they are", async () => {
    const user = await signUp(api);
    const before = await makeLink(api, user, { originalUrl: "https://example.com/?utm_source=Mail" });
    await setRules(user, { lowerCase: true, allowed: { utm_medium: ["email"] } });
    expect(await make(user, "https://example.com/?utm_source=Mail")).toMatchObject(refused("originalUrl"));
    expect(await make(user, "https://example.com/?utm_medium=sms")).toMatchObject(refused("originalUrl"));
    expect((await make(user, "https://example.com/?utm_source=mail&utm_medium=email")).status).toBe(201);
    expect((await make(user, "https://example.com/?Other=Mail")).status).toBe(201);
    const expired = { expiresAt: "2099-01-01T00:00:00Z", expiredUrl: "https://example.com/?utm_term=X" };
    expect(await make(user, "https://example.com/", expired)).toMatchObject(refused("expiredUrl"));
    const urls = ["utm_source=Up", "utm_source=down", "x=1"].map((query) => {
      return { name: query, originalUrl: `https://example.com/?${query}` };
    });
    const { body } = await call(api, "POST", "/api/urls/batch", { user, body: { urls } });
    expect(body["data"]).toMatchObject([{ error: { type: "VALIDATION_ERROR" } }, { url: {} }, { url: {} }]);

    const edit = (changes: object) => call(api, "PUT", `/api/urls/${before.id}`, { user, body: changes });
    expect((await edit({ name: "Renamed" })).status).toBe(200);
    expect(await edit({ originalUrl: "https://example.com/?utm_source=Other" })).toMatchObject(refused("originalUrl"));
    const rules = [{ name: "a", when: { all: [] }, then: { url: "https://example.com/?utm_medium=sms" } }];
    expect(await edit({ rules })).toMatchObject({ status: 422 });
    const job = { urlIds: [before.id], change: { originalUrl: "https://example.com/?utm_source=Other" } };
    expect(await call(api, "POST", "/api/urls/jobs", { user, body: job })).toMatchObject(refused("originalUrl"));
    const kept = await call(api, "GET", `/api/urls/${before.id}`, { user });
    expect(kept.body).toMatchObject({ data: { name: "Renamed", originalUrl: "https://example.com/?utm_source=Mail" } });

    const other = await signUp(api);
    expect((await make(other, "https://example.com/?utm_source=Mail")).status).toBe(201);
  });

  it.each([
    ["allowed.utm_source", { lowerCase: true, allowed: { utm_source: ["Mail"] } }],
    ["allowed.ref", { lowerCase: false, allowed: { ref: ["x".repeat(limits.utmValueMax + 1)] } }],
    ["allowed", { lowerCase: false, allowed: { utm_sorce: ["a"] } }],
    ["lowerCase", { allowed: {} }],
    ["lowerCase", { lowerCase: "yes" }],
  ])("name what does not fit: %s", async (field, body) => {
    const user = await signUp(api);
    const answer = await setRules(user, body);
    expect(answer).toMatchObject({ status: 422, body: { error: { type: "VALIDATION_ERROR" } } });
    expect(JSON.stringify(answer.body)).toContain(`"field":"${field}`);
  });
});
