import { sql } from "@hoplog/platform/postgres/sql.js";
import { decodePlan } from "@hoplog/schema/links/options/plan.js";
import { beforeAll, describe, expect, it } from "vitest";
import { call, makeLink, sharedTestApi, signUp, type TestApi, type TestUser } from "../../../testing/testApi.ts";

let api: TestApi;
let user: TestUser;
beforeAll(async () => {
  api = await sharedTestApi();
  user = await signUp(api);
});

const country = { field: "country", op: "in", values: ["AT"] };
const rule = { name: "Austria", when: { all: [country] }, then: { url: "https://example.at/" } };
const arms = [
  { name: "A", url: "https://example.com/a", weight: 1 },
  { name: "B", url: "https://example.com/b", weight: 3 },
];
const sent = {
  notBefore: "2026-01-01T00:00",
  expiresAt: "2030-01-01T00:00:00+01:00",
  expiredUrl: "https://example.com/over",
  timeZone: "Europe/Vienna",
  forwardQuery: true,
  appendPath: true,
  redirectStatus: 307,
  preview: { title: "A title", imageUrl: "https://example.com/image.png" },
  hideDestination: true,
  allowIndexing: true,
  passClickId: true,
  rules: [rule, { name: "", when: country, then: { split: { arms, sticky: true } } }],
  split: { arms },
};
const kept = {
  ...sent,
  notBefore: "2025-12-31T23:00:00.000Z",
  expiresAt: "2029-12-31T23:00:00.000Z",
  rules: [
    { ...rule, number: 1 },
    {
      number: 2,
      name: "",
      when: country,
      then: {
        split: {
          arms: [
            { ...arms[0], number: 1 },
            { ...arms[1], number: 2 },
          ],
          sticky: true,
        },
      },
    },
  ],
  split: {
    arms: [
      { ...arms[0], number: 3 },
      { ...arms[1], number: 4 },
    ],
    sticky: false,
  },
};
const link = { name: "Example", originalUrl: "https://example.com/" };

async function make(options: object) {
  const { status, body } = await call(api, "POST", "/api/urls", { user, body: { ...link, ...options } });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body["data"] as { _id: string } & Record<string, unknown>;
}

const edit = (id: string, body: object) => call(api, "PUT", `/api/urls/${id}`, { user, body });

async function stored(id: string) {
  const { rows } = await api.services.reads.query<{ options: unknown; plan: Buffer | null; at: Date | null }>(
    sql`SELECT options, target.plan, expires_at AS at FROM link JOIN link_target AS target ON link_id = id WHERE id = ${id}`,
  );
  const [{ options, plan, at } = { options: null, plan: null, at: null }] = rows;
  return { options, plan: plan?.length ? decodePlan(plan) : null, at };
}

describe("the options of a link over REST", () => {
  it("come with a new link, are read again, and are what redirects go by", async () => {
    const made = await make(sent);
    expect(made).toMatchObject(kept);
    const { body } = await call(api, "GET", `/api/urls/${made._id}`, { user });
    expect(body["url"]).toEqual(made);
    expect(await stored(made._id)).toEqual({ options: kept, plan: kept, at: new Date(kept.expiresAt) });
  });

  it("are missing from a link without any, which is a plain one", async () => {
    const { id } = await makeLink(api, user);
    const { body } = await call(api, "GET", `/api/urls/${id}`, { user });
    expect(Object.keys(body["url"] as object).toSorted()).toEqual([
      "_id",
      "createdAt",
      "externalId",
      "fullShortUrl",
      "groupId",
      "isActive",
      "isArchived",
      "isFavourite",
      "name",
      "noOfClicks",
      "note",
      "originalUrl",
      "shortUrl",
      "tags",
      "updatedAt",
    ]);
    expect(await stored(id)).toEqual({ options: {}, plan: null, at: null });
  });

  it("change one by one: what is absent stays, and null clears", async () => {
    const { _id } = await make(sent);
    const { rules: _, ...others } = kept;
    const { status, body } = await edit(_id, { rules: null, redirectStatus: 301 });
    expect({ status, url: body["url"] }).toMatchObject({ status: 200, url: { ...others, redirectStatus: 301 } });
    expect(body["url"]).not.toHaveProperty("rules");
    const none = Object.fromEntries(Object.keys(kept).map((name) => [name, null]));
    await edit(_id, none);
    expect(await stored(_id)).toEqual({ options: {}, plan: null, at: null });
  });
});

describe("an edit of options", () => {
  const zone = { timeZone: "Europe/Vienna" };

  it("means local times in the link's time zone", async () => {
    const { _id } = await make(zone);
    const when = { field: "after", op: "in", values: ["2027-07-01"] };
    const rules = [{ when, then: { blocked: true } }];
    expect((await edit(_id, { expiresAt: "2030-07-01T12:00", rules })).body["url"]).toMatchObject({
      expiresAt: "2030-07-01T10:00:00.000Z",
      rules: [{ when: { values: ["2027-06-30T22:00:00.000Z"] } }],
    });
    expect((await edit(_id, { timeZone: "Asia/Tokyo" })).body["url"]).toMatchObject({
      expiresAt: "2030-07-01T10:00:00.000Z",
    });
  });

  it("keeps the numbers of rules and arms that come with them", async () => {
    const { _id } = await make({ rules: [rule, rule] });
    const { body } = await edit(_id, { rules: [{ ...rule, number: 2 }, rule, { ...rule, number: 1 }] });
    expect(body["url"]).toMatchObject({ rules: [{ number: 2 }, { number: 3 }, { number: 1 }] });
  });

  it("stands in the history in words, and can be reverted", async () => {
    const { _id } = await make({ ...zone, rules: [rule] });
    await edit(_id, { ...zone, rules: [{ ...rule, name: "" }], forwardQuery: true, name: "Other" });
    const { body } = await call(api, "GET", `/api/urls/${_id}/history`, { user });
    expect(body["data"]).toMatchObject([
      {
        version: 1,
        changes: expect.arrayContaining([
          { field: "timeZone", from: "UTC", to: "Europe/Vienna" },
          { field: "rules", from: null, to: "Austria: if country is AT, then https://example.at/" },
        ]),
      },
      {
        version: 3,
        type: "LinkEdited",
        revertible: true,
        changes: [
          { field: "name", from: "Example", to: "Other" },
          { field: "forwardQuery", from: "false", to: "true" },
          {
            field: "rules",
            from: "Austria: if country is AT, then https://example.at/",
            to: "Rule 2: if country is AT, then https://example.at/",
          },
        ],
      },
    ]);
    const reverted = await call(api, "POST", `/api/urls/${_id}/revert`, { user, body: { version: 3 } });
    expect(reverted.body["url"]).toMatchObject({ name: "Example", ...zone, rules: [{ ...rule, number: 1 }] });
    expect(reverted.body["url"]).not.toHaveProperty("forwardQuery");
  });

  it("can't be reverted to a URL that is no longer allowed", async () => {
    const { _id } = await make({ expiredUrl: "https://example.com/" });
    const past = { from: {}, to: { expiredUrl: "http://localhost:3001/own" } };
    const client = api.services.orm.em.fork();
    await client.execute(
      `INSERT INTO event (stream_type, stream_id, stream_version, type, schema_version, data, meta)
       VALUES ('link', ?::uuid, 2, 'LinkOptionsChanged', 1, ?::jsonb, ?::jsonb), ('link', ?::uuid, 3, 'LinkOptionsChanged', 1, ?::jsonb, ?::jsonb)`,
      [past, { from: past.to, to: {} }].flatMap((data) => [
        _id,
        JSON.stringify({ linkId: _id, at: new Date().toISOString(), ...data }),
        JSON.stringify({ userId: user.id, via: "rest", commandId: api.services.newId() }),
      ]),
    );
    expect(await call(api, "POST", `/api/urls/${_id}/revert`, { user, body: { version: 3 } })).toMatchObject({
      status: 422,
      body: { error: { type: "VALIDATION_ERROR", details: { fields: [{ field: "expiredUrl" }] } } },
    });
  });

  it("is refused where it doesn't go with what stays", async () => {
    const { _id } = await make({ notBefore: "2030-01-01" });
    expect(await edit(_id, { expiresAt: "2029-01-01" })).toMatchObject({
      status: 422,
      body: { error: { type: "VALIDATION_ERROR", details: { fields: [{ field: "expiresAt" }] } } },
    });
  });
});
