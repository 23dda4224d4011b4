import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { call, graphql, sharedTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

let api: TestApi;
let user: TestUser;
let stranger: TestUser;
beforeAll(async () => {
  api = await sharedTestApi();
  [user, stranger] = [await signUp(api), await signUp(api)];
});

const refused = { errors: [{ extensions: { type: "CONFLICT_ERROR", status: 412 } }] };
const madeByRest = z.object({ data: z.object({ _id: z.string(), etag: z.string().optional() }) });

async function run(text: string, variables: Record<string, unknown>, by = user) {
  return (await graphql(api, text, variables, by)).body;
}

interface Kind {
  readonly path: string;
  readonly made: object;
  /** GraphQL query that selects `id etag` of all resources. */
  readonly list: string;
  /** GraphQL mutation that uses `$id` and `$seen` and selects `etag`. Null if the resource cannot be changed. */
  readonly change: string | null;
  readonly remove: string;
}

const kinds: Record<string, Kind> = {
  tag: {
    path: "/api/tags",
    made: { name: "One" },
    list: "tags",
    change: 'updateTag(id: $id, input: { name: "Two" }, ifMatch: $seen) { etag }',
    remove: "deleteTag(id: $id, ifMatch: $seen)",
  },
  group: {
    path: "/api/groups",
    made: { name: "One" },
    list: "groups",
    change: 'renameGroup(id: $id, name: "Two", ifMatch: $seen) { etag }',
    remove: "deleteGroup(id: $id, ifMatch: $seen)",
  },
  domain: {
    path: "/api/domains",
    made: { name: "if-match.example" },
    list: "domains",
    change: 'updateDomain(id: $id, input: { rootUrl: "https://example.com/" }, ifMatch: $seen) { etag }',
    remove: "deleteDomain(id: $id, ifMatch: $seen)",
  },
  note: {
    path: "/api/notes",
    made: { at: "2026-11-24T09:00:00Z", text: "One" },
    list: "notes",
    change: 'updateNote(id: $id, input: { text: "Two" }, ifMatch: $seen) { etag }',
    remove: "deleteNote(id: $id, ifMatch: $seen)",
  },
  alarm: {
    path: "/api/alarms",
    made: { kind: "expiring", daysBefore: 3, emails: ["a@example.com"], tz: "UTC" },
    list: "alarms",
    change: "updateAlarm(id: $id, input: { isOn: false }, ifMatch: $seen) { etag }",
    remove: "deleteAlarm(id: $id, ifMatch: $seen)",
  },
  view: {
    path: "/api/presets/views",
    made: { name: "One", query: "tags=a" },
    list: "presets(kind: view)",
    change: 'updatePreset(kind: view, id: $id, input: { name: "Two" }, ifMatch: $seen) { etag }',
    remove: "deletePreset(kind: view, id: $id, ifMatch: $seen)",
  },
  "saved query": {
    path: "/api/sql/queries",
    made: { name: "One", text: "SELECT 1" },
    list: "savedQueries",
    change: 'updateSavedQuery(id: $id, input: { text: "SELECT 2" }, ifMatch: $seen) { etag }',
    remove: "deleteSavedQuery(id: $id, ifMatch: $seen)",
  },
  "shared page": {
    path: "/api/shares",
    made: { name: "One", target: "workspace" },
    list: "shares",
    change: 'updateShare(id: $id, input: { name: "Two" }, ifMatch: $seen) { etag }',
    remove: "deleteShare(id: $id, ifMatch: $seen)",
  },
  "export of clicks": {
    path: "/api/exports",
    made: {
      name: "One",
      endpoint: "https://s3.example",
      region: "eu-1",
      bucket: "clicks",
      prefix: "",
      accessKeyId: "key",
      secret: "one-secret-of-some-length",
    },
    list: "clickExports",
    change: "updateClickExport(id: $id, input: { enabled: false }, ifMatch: $seen) { etag }",
    remove: "deleteClickExport(id: $id, ifMatch: $seen)",
  },
  webhook: {
    path: "/api/webhooks",
    made: { url: "https://hooks.example/", events: ["link.created"] },
    list: "webhooks",
    change: 'updateWebhook(id: $id, input: { name: "Two" }, ifMatch: $seen) { etag }',
    remove: "deleteWebhook(id: $id, ifMatch: $seen)",
  },
  report: {
    path: "/api/reports",
    made: { email: "reader@example.com", cadence: "weekly", tz: "UTC" },
    list: "reports",
    change: null,
    remove: "deleteReport(id: $id, ifMatch: $seen)",
  },
};

describe.each(Object.entries(kinds))("one %s in GraphQL", (_kind, { path, made, list, change, remove }) => {
  it("has REST's ETag, and is changed and ended only for who has seen the latest", async () => {
    const { body } = await call(api, "POST", path, { user, body: made });
    const { _id: id, etag: ofRest } = madeByRest.parse(body).data;
    const etagNow = async () => {
      const answer = await run(`{ listed: ${list} { id etag } }`, {});
      const { listed } = z
        .object({ data: z.object({ listed: z.array(z.object({ id: z.string(), etag: z.string() })) }) })
        .parse(answer).data;
      return listed.find((one) => one.id === id)?.etag;
    };
    const mutation = (text: string) => `mutation ($id: UUID!, $seen: String) { done: ${text} }`;
    let seen = await etagNow();
    expect(seen).toMatch(/^"[\w-]+"$/);
    if (ofRest !== undefined) expect(seen).toBe(ofRest);

    if (change !== null) {
      expect(await run(mutation(change), { id, seen }, stranger)).toMatchObject({
        errors: [{ extensions: { type: "NOT_FOUND_ERROR" } }],
      });
      const changed = z
        .object({ data: z.object({ done: z.object({ etag: z.string() }) }) })
        .parse(await run(mutation(change), { id, seen }));
      const { etag } = changed.data.done;
      expect(etag).not.toBe(seen);
      expect(await etagNow()).toBe(etag);
      expect(await run(mutation(change), { id, seen })).toMatchObject(refused);
      expect(await run(mutation(remove), { id, seen })).toMatchObject(refused);
      seen = etag;
    }
    expect(await run(mutation(remove), { id, seen: '"other"' })).toMatchObject(refused);
    expect(await etagNow()).toBe(seen);
    expect(await run(mutation(remove), { id, seen })).not.toHaveProperty("errors");
    expect(await etagNow()).toBeUndefined();
  });
});

interface Setting {
  readonly read: string;
  /** Mutation that sets one state if `first` is true, and otherwise another one. */
  readonly write: (first: boolean) => string;
}

/** Settings that exist once per workspace or account. */
const settings: Record<string, Setting> = {
  "rules for campaigns": {
    read: "utmRules",
    write: (first) => `setUtmRules(input: { lowerCase: ${first}, allowed: [] }, ifMatch: $seen)`,
  },
  "rules for bots": {
    read: "botRules",
    write: (first) =>
      `setBotRules(input: { verdicts: [], addresses: ${first ? '["203.0.113.7"]' : "[]"} }, ifMatch: $seen)`,
  },
  "retention of clicks": {
    read: "clickRetention",
    write: (first) => `setClickRetention(days: ${first ? 400 : 500}, ifMatch: $seen)`,
  },
  "checks of destinations": {
    read: "destinationChecks",
    write: (first) => `setDestinationChecks(isOn: ${!first}, ifMatch: $seen)`,
  },
  profile: {
    read: "me",
    write: (first) =>
      `updateProfile(name: "${first ? "Ada Lovelace" : "Grace Hopper"}", contactNumber: "+491234567890", ifMatch: $seen)`,
  },
};

describe.each(Object.entries(settings))("the %s in GraphQL", (_setting, { read, write }) => {
  it("are changed only for who has seen the latest", async () => {
    const answer = z.object({ data: z.object({ now: z.object({ etag: z.string() }) }) });
    const etagNow = async () => answer.parse(await run(`{ now: ${read} { etag } }`, {})).data.now.etag;
    const set = (first: boolean, seen: string) =>
      run(`mutation ($seen: String) { now: ${write(first)} { etag } }`, { seen });
    const before = await etagNow();
    const { etag } = answer.parse(await set(true, before)).data.now;
    expect(etag).not.toBe(before);
    expect(await set(false, before)).toMatchObject(refused);
    expect(await etagNow()).toBe(etag);
    const both = await Promise.all([set(false, etag), set(false, etag)]);
    expect(both.filter((one) => z.object({ errors: z.array(z.unknown()) }).safeParse(one).success)).toHaveLength(1);
  });
});

it("refuses a key once, for who has seen it in use", async () => {
  const { body } = await call(api, "POST", "/api/keys", {
    user,
    body: { name: "One", scopes: ["links:read"] },
  });
  expect(body).toMatchObject({ success: true });
  const keys = z.object({ data: z.object({ apiKeys: z.array(z.object({ id: z.string(), etag: z.string() })) }) });
  const [key] = keys.parse(await run("{ apiKeys { id etag } }", {})).data.apiKeys;
  const revoke = "mutation ($id: UUID!, $seen: String) { revokeApiKey(id: $id, ifMatch: $seen) { etag } }";
  expect(await run(revoke, { id: key?.id, seen: '"other"' })).toMatchObject(refused);
  expect(await run(revoke, { id: key?.id, seen: key?.etag })).not.toHaveProperty("errors");
  expect(await run(revoke, { id: key?.id, seen: key?.etag })).toMatchObject(refused);
});

describe("edits of two fields at the same time, by callers who haven't asked for anything", () => {
  it.each([
    [
      "/api/webhooks",
      { url: "https://example.com/hook", events: ["link.created"] },
      { name: "Ours" },
      { ordered: true },
    ],
    ["/api/presets/views", { name: "View", query: "tags=a" }, { name: "Of b" }, { query: "tags=b" }],
    ["/api/sql/queries", { name: "Query", text: "SELECT 1" }, { name: "Two" }, { text: "SELECT 2" }],
    ["/api/alarms", { kind: "misses", emails: ["b@example.com"] }, { minimum: 50 }, { sensitivity: "low" }],
  ] as const)("are both there: %s", async (path, made, one, other) => {
    const body = z.object({ data: z.object({ _id: z.string() }) });
    const { data } = body.parse((await call(api, "POST", path, { user, body: made })).body);
    const edits = [one, other].map((change) => call(api, "PATCH", `${path}/${data._id}`, { user, body: change }));
    expect((await Promise.all(edits)).map(({ status }) => status)).toEqual([200, 200]);
    const list = (await call(api, "GET", path, { user })).body["data"];
    expect(list).toContainEqual(expect.objectContaining({ _id: data._id, ...one, ...other }));
  });
});
