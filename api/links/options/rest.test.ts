import { decodePlan } from "@hoplog/schema/links/options/plan.js";
import { optionLimits } from "@hoplog/schema/links/options/options.js";
import { encodeLinkRecord, maxRecordBytes } from "@hoplog/schema/topics/links/record.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { call, graphql, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

let api: TestApi;
let user: TestUser;
beforeAll(async () => {
  api = await openTestApi();
  user = await signUp(api);
});
afterAll(() => api.close());

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
    "SELECT options, plan, expires_at AS at FROM link WHERE id = $1",
    [id],
  );
  const [{ options, plan, at } = { options: null, plan: null, at: null }] = rows;
  return { options, plan: plan && decodePlan(plan), at };
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
    expect(Object.keys(body["url"] as object)).toEqual([
      "_id",
      "name",
      "originalUrl",
      "shortUrl",
      "fullShortUrl",
      "groupId",
      "noOfClicks",
      "isActive",
      "createdAt",
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

it("over GraphQL they have the same names", async () => {
  const made = await graphql(
    api,
    `
      mutation ($input: CreateLinkInput!) {
        createLink(input: $input) {
          id
          state
          notBefore
          expiresAt
          expiredUrl
          timeZone
          forwardQuery
          appendPath
          redirectStatus
          preview {
            title
            description
            imageUrl
          }
          hideDestination
          allowIndexing
          rules {
            number
            name
            when {
              field
              all {
                field
                op
                values
              }
            }
            then {
              url
              blocked
              split {
                sticky
                arms {
                  number
                  name
                  url
                  weight
                }
              }
            }
          }
          split {
            sticky
            arms {
              number
              name
              url
              weight
            }
          }
        }
      }
    `,
    { input: { ...link, ...sent } },
    user,
  );
  const [first, second] = kept.rules;
  expect(made.body).toMatchObject({
    data: {
      createLink: {
        ...kept,
        state: "ACTIVE",
        preview: { ...kept.preview, description: null },
        rules: [
          { ...first, then: { ...first?.then, blocked: null, split: null } },
          { ...second, when: { field: "country", all: null }, then: { ...second?.then, url: null } },
        ].map((one) => ({ ...one, when: expect.anything() })),
      },
    },
  });
});

it("the largest options and URL that a link may have fit into its record", async () => {
  const values = Array.from({ length: 100 }, (_, i) => String(i));
  const condition = { field: "city", op: "in", values };
  const originalUrl = `https://example.com/${"x".repeat(2028)}`;
  const optionsOf = (count: number) => ({
    originalUrl,
    rules: [{ when: { any: Array.from({ length: count }, () => condition) }, then: { blocked: true } }],
  });
  const tooLarge = await call(api, "POST", "/api/urls", { user, body: { ...link, ...optionsOf(64) } });
  expect(tooLarge).toMatchObject({ status: 422, body: { error: refusal("rules") } });
  const { _id } = await make(optionsOf(61));
  const { rows } = await api.services.reads.query("SELECT plan FROM link WHERE id = $1", [_id]);
  const [{ plan }] = z.tuple([z.object({ plan: z.instanceof(Buffer) })]).parse(rows);
  // Postgres writes JSON with spaces.
  expect(plan.length).toBeGreaterThan(optionLimits.planBytesMax);
  const record = { linkId: _id, ownerId: user.id, revision: 1, domain: 0, state: "planned", url: originalUrl } as const;
  expect(encodeLinkRecord({ ...record, plan }).length).toBeLessThan(maxRecordBytes);
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

const refusal = (field: string) => ({ type: "VALIDATION_ERROR", details: { fields: [{ field }] } });
const bad = { rules: [rule, { ...rule, then: { url: "nowhere" } }] };
/** As JSON: what makes it would use up the stack as well. */
const nested = (depth: number) => `${'{"not":'.repeat(depth)}{}${"}".repeat(depth)}`;
const nestedRules = (depth: number) => `"rules": [{ "when": ${nested(depth)}, "then": { "blocked": true } }]`;
const linkJson = JSON.stringify(link).slice(0, -1);

describe("options that can't be taken", () => {
  it("are refused with the path of each field", async () => {
    expect(await call(api, "POST", "/api/urls", { user, body: { ...link, ...bad } })).toMatchObject({
      status: 422,
      body: { error: refusal("rules.1.then.url") },
    });
    const { id } = await makeLink(api, user);
    expect(await edit(id, bad)).toMatchObject({ status: 422, body: { error: refusal("rules.1.then.url") } });
  });

  it("refuse their own link of a batch alone", async () => {
    const urls = [link, { ...link, ...bad }, { ...link, forwardQuery: true }].map((one) => JSON.stringify(one));
    const sentAs = `{"urls":[${urls.join(",")},${linkJson},${nestedRules(100_000)}}]}`;
    const { status, body } = await call(api, "POST", "/api/urls/batch", { user, body: sentAs });
    expect({ status, data: body["data"] }).toMatchObject({
      status: 200,
      data: [
        { url: {} },
        { error: refusal("rules.1.then.url") },
        { url: { forwardQuery: true } },
        { error: refusal("rules.0.when.not.not.not") },
      ],
    });
  });

  it("are refused over GraphQL, nested in variables or in the document, compiled or not", async () => {
    const create = `mutation ($input: CreateLinkInput!) { createLink(input: $input) { id } }`;
    const send = async (input: string) => {
      const response = await api.app.inject({
        method: "POST",
        url: "/graphql",
        headers: { authorization: `Bearer ${user.accessToken}`, "content-type": "application/json" },
        payload: `{"query":${JSON.stringify(create)},"variables":{"input":${input}}}`,
      });
      return response.json();
    };
    for (let i = 0; i < 5; i++) {
      expect(await send(`${linkJson},${nestedRules(20_000)}}`)).toMatchObject({
        errors: [{ message: "A variable is nested too deep; 32 levels are allowed" }],
      });
      expect(await send(`${linkJson},${nestedRules(4)}}`)).toMatchObject({
        errors: [{ extensions: refusal("rules.0.when.not.not.not") }],
      });
      const good = await graphql(api, create, { input: { ...link, rules: [rule] } }, user);
      expect(good.body).toMatchObject({ data: { createLink: { id: expect.any(String) } } });
    }
    const literal = `${"{not:".repeat(1200)}{field:country,op:in,values:["AT"]}${"}".repeat(1200)}`;
    const document = `mutation { createLink(input: {name: "n", originalUrl: "https://example.com/",
      rules: [{when: ${literal}, then: {blocked: true}}]}) { id } }`;
    expect((await graphql(api, document, {}, user)).body).toMatchObject({
      errors: [{ extensions: refusal("rules.0.when.not.not.not") }],
    });
  });
});
