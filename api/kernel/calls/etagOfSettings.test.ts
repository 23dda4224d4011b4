import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { graphql, sharedTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

let api: TestApi;
let user: TestUser;
beforeAll(async () => {
  api = await sharedTestApi();
  user = await signUp(api);
});

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

async function ask(method: Method, url: string, { ifMatch, body, by = user }: Asked = {}) {
  const headers = { authorization: `Bearer ${by.accessToken}`, ...(ifMatch !== undefined && { "if-match": ifMatch }) };
  const answer = await api.app.inject({ method, url, headers, ...(body && { payload: body }) });
  return { status: answer.statusCode, etag: answer.headers["etag"] ?? "", body: answer.json<unknown>() };
}

interface Asked {
  readonly ifMatch?: string;
  readonly body?: object;
  readonly by?: TestUser;
}

const one = z.object({ data: z.object({ _id: z.string().default(""), etag: z.string() }) });
const list = z.object({ data: z.array(z.object({ _id: z.string(), etag: z.string() })) });
const changed = { status: 412, body: { error: { type: "CONFLICT_ERROR", details: { field: "If-Match" } } } };

interface Kind {
  readonly url: string;
  readonly made: object;
  /** Two edits, each of another field. */
  readonly edits: readonly [object, object];
}

const kinds: Record<string, Kind> = {
  note: {
    url: "/api/notes",
    made: { at: "2026-11-24T09:00:00Z", text: "One" },
    edits: [{ text: "Two" }, { at: "2026-11-25T09:00:00Z" }],
  },
  tag: { url: "/api/tags", made: { name: "One" }, edits: [{ name: "Two" }, { colour: "blue" }] },
  view: {
    url: "/api/presets/views",
    made: { name: "One", query: "tags=a" },
    edits: [{ name: "Two" }, { query: "tags=b" }],
  },
  template: {
    url: "/api/presets/utm-templates",
    made: { name: "One", query: "utm_source=a" },
    edits: [{ name: "Two" }, { query: "utm_source=b" }],
  },
  design: {
    url: "/api/presets/qr-designs",
    made: { name: "One", query: "shape=dots" },
    edits: [{ name: "Two" }, { query: "shape=rounded" }],
  },
  query: {
    url: "/api/sql/queries",
    made: { name: "One", text: "SELECT 1" },
    edits: [{ name: "Two" }, { text: "SELECT 2" }],
  },
  alarm: {
    url: "/api/alarms",
    made: { kind: "expiring", daysBefore: 3, emails: ["a@example.com", "b@example.com"], tz: "UTC" },
    edits: [{ isOn: false }, { emails: ["a@example.com"] }],
  },
  "shared page": {
    url: "/api/shares",
    made: { name: "One", target: "workspace" },
    edits: [{ name: "Two" }, { figures: ["clicks"] }],
  },
  "export of clicks": {
    url: "/api/exports",
    made: {
      name: "One",
      endpoint: "https://s3.example",
      region: "eu-1",
      bucket: "clicks",
      prefix: "",
      accessKeyId: "key",
      secret: "one-secret-of-some-length",
    },
    edits: [{ enabled: false }, { accessKeyId: "other", secret: "another-secret-of-some-length" }],
  },
  webhook: {
    url: "/api/webhooks",
    made: { url: "https://hooks.example/", events: ["link.created"], clickMilestones: [1, 2] },
    edits: [{ name: "Two", linkIds: ["00000000-0000-4000-8000-000000000001"] }, { paused: true }],
  },
};

describe.each(Object.entries(kinds))("the ETag of one %s", (_name, { url, made, edits }) => {
  it("changes with edits alone, and has one refused whose caller has seen another", async () => {
    const first = await ask("POST", url, { body: made });
    expect(first.status).toBe(201);
    const { _id: id } = one.parse(first.body).data;
    const item = `${url}/${id}`;
    const listed = async () => list.parse((await ask("GET", url)).body).data.find(({ _id }) => _id === id)?.etag;
    expect(await listed()).toBe(first.etag);
    expect(first.etag).toMatch(/^"[\w-]{22}"$/);

    const second = await ask("PATCH", item, { ifMatch: first.etag, body: edits[0] });
    expect(second).toMatchObject({ status: 200, body: { data: { etag: second.etag } } });
    expect(second.etag).not.toBe(first.etag);
    for (const ifMatch of [first.etag, '"1"', "nonsense"]) {
      expect(await ask("PATCH", item, { ifMatch, body: edits[1] })).toMatchObject(changed);
      expect(await ask("DELETE", item, { ifMatch })).toMatchObject(changed);
    }
    expect(await listed()).toBe(second.etag);
    const stranger = await signUp(api);
    expect((await ask("DELETE", item, { ifMatch: first.etag, by: stranger })).status).toBe(404);

    const both = await Promise.all(
      [0, 1].map(() => ask("PATCH", item, { ifMatch: `"other", ${second.etag}`, body: edits[1] })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    expect(await ask("DELETE", item, { ifMatch: second.etag })).toMatchObject(changed);
    const last = (await listed()) ?? "";
    expect(both.map(({ etag }) => etag)).toContain(last);
    expect((await ask("DELETE", item, { ifMatch: last })).status).toBe(200);
  });
});

const wholes: Record<string, { readonly url: string; readonly edits: readonly [object, object] }> = {
  "the rules for campaign parameters": {
    url: "/api/utm/rules",
    edits: [{ lowerCase: true }, { lowerCase: true, allowed: { utm_medium: ["print", "email"] } }],
  },
  "the rules for bots": {
    url: "/api/bots/rules",
    edits: [{ addresses: ["203.0.113.0/24"] }, { addresses: ["203.0.113.9"] }],
  },
  "the click retention": { url: "/api/clicks/retention", edits: [{ days: 400 }, { days: 500 }] },
};

describe.each(Object.entries(wholes))("the ETag of %s", (_name, { url, edits }) => {
  it("has one of two edits refused, also before there was any", async () => {
    const by = await signUp(api);
    const { etag: none } = await ask("GET", url, { by });
    const both = await Promise.all(edits.map((body) => ask("PUT", url, { ifMatch: none, body, by })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    const { etag } = await ask("GET", url, { by });
    expect(both.map((each) => each.etag)).toContain(etag);
    expect(await ask("PUT", url, { ifMatch: none, body: edits[1], by })).toMatchObject(changed);
    expect((await ask("PUT", url, { ifMatch: "*", body: edits[0], by })).status).toBe(200);
  });
});

describe("If-Match", () => {
  it("goes for the end of an API key", async () => {
    const made = await ask("POST", "/api/keys", { body: { name: "Script", scopes: ["links:read"] } });
    const url = `/api/keys/${one.parse(made.body).data._id}`;
    expect(await ask("DELETE", url, { ifMatch: '"other"' })).toMatchObject(changed);
    expect((await ask("DELETE", url, { ifMatch: made.etag })).status).toBe(200);
    expect(await ask("DELETE", url, { ifMatch: made.etag })).toMatchObject(changed);
  });

  it("goes for the end of a report", async () => {
    const made = await ask("POST", "/api/reports", { body: { email: "r@example.com", cadence: "weekly" } });
    const url = `/api/reports/${one.parse(made.body).data._id}`;
    expect(await ask("DELETE", url, { ifMatch: '"other"' })).toMatchObject(changed);
    expect((await ask("DELETE", url, { ifMatch: made.etag })).status).toBe(200);
  });

  it("goes for the account and for the checks of destinations", async () => {
    const by = await signUp(api);
    const profile = "/api/auth/profile";
    const { etag } = await ask("GET", profile, { by });
    const edit = (name: string, ifMatch: string) =>
      ask("PUT", profile, { ifMatch, by, body: { name, email: by.email, contactNumber: "+491234567890" } });
    const both = await Promise.all([edit("Ada Lovelace", etag), edit("Grace Hopper", etag)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    const { etag: now } = await ask("GET", profile, { by });
    expect(both.map((each) => each.etag)).toContain(now);

    const checks = "/api/destinations/checks";
    const { etag: on } = await ask("GET", checks, { by });
    expect((await ask("PUT", checks, { ifMatch: on, by, body: { isOn: false } })).etag).not.toBe(on);
    expect(await ask("PUT", checks, { ifMatch: on, by, body: { isOn: false } })).toMatchObject(changed);
  });

  it("is refused as a header in GraphQL, where it is an argument", async () => {
    const headers = { authorization: `Bearer ${user.accessToken}`, "if-match": '"1"' };
    const payload = { query: 'mutation { deleteLink(id: "00000000-0000-4000-8000-000000000001") }' };
    const answer = await api.app.inject({ method: "POST", url: "/graphql", headers, payload });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({
      errors: [{ message: expect.stringContaining("argument ifMatch"), extensions: { type: "VALIDATION_ERROR" } }],
    });
    expect((await graphql(api, "{ links { totalCount } }", {}, user)).status).toBe(200);
  });
});
