import { decodePlan } from "@hoplog/schema/links/options/plan.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
