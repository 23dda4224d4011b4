import { beforeAll, describe, expect, it } from "vitest";
import { useVisits } from "../../testing/caps.ts";
import { insertClicks } from "../../testing/clicks.ts";
import { call, graphql, makeLink, sharedTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

let api: TestApi;
let user: TestUser;
let linkId = "";
const austria = { field: "country", op: "in", values: ["AT"] };
const rules = [
  { name: "Austria", when: austria, then: { url: "https://example.at/" } },
  { name: "", when: { field: "device", op: "in", values: ["mobile"] }, then: { blocked: true } },
];
const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1";
beforeAll(async () => {
  api = await sharedTestApi();
  user = await signUp(api);
  ({ id: linkId } = await makeLink(api, user, { originalUrl: "https://example.com/?a=1", rules, forwardQuery: true }));
});

const tried = async (body: object, id = linkId) => call(api, "POST", `/api/urls/${id}/try`, { user, body });

/** Builds the expected response with the given data. */
const says = (data: object) => ({ status: 200, body: { data } });

describe("trying a link", () => {
  it("says where a visitor would be led, and why the rules before didn't match", async () => {
    expect((await tried({ country: "at" })).body).toEqual({
      success: true,
      data: {
        outcome: "redirect",
        url: "https://example.at/",
        rule: 1,
        arm: null,
        explanation: ["Rule 1 (Austria) matches"],
      },
    });
    expect(await tried({ country: "DE", userAgent: phone })).toMatchObject(
      says({
        outcome: "blocked",
        url: null,
        rule: 2,
        explanation: ["Rule 1 (Austria) does not match: country is DE, not one of AT", "Rule 2 matches"],
      }),
    );
    expect(await tried({ query: "?a=2&b" })).toMatchObject(
      says({
        outcome: "redirect",
        url: "https://example.com/?a=2&b",
        rule: null,
      }),
    );
  });

  it("finds a country by the address", async () => {
    expect(await tried({ address: "89.144.192.1" })).toMatchObject(says({ rule: 1 }));
    expect(await tried({ address: "89.144.192.1", country: "DE" })).toMatchObject(says({ rule: null }));
  });

  it("tries rules that are proposed, and keeps nothing of them", async () => {
    const proposed = [{ when: { field: "language", op: "in", values: ["de"] }, then: { url: "https://example.de/" } }];
    expect(await tried({ language: "de-AT,de;q=0.9", rules: proposed })).toMatchObject(
      says({
        url: "https://example.de/",
        rule: 3,
      }),
    );
    expect(await call(api, "GET", `/api/urls/${linkId}`, { user })).toMatchObject({
      body: { data: { rules: [{ name: "Austria" }, { name: "" }] } },
    });
  });

  it("is over as soon as the link is switched off, or out of its time", async () => {
    const off = await makeLink(api, user, { rules });
    await call(api, "PATCH", `/api/urls/${off.id}/toggle-status`, { user });
    expect(await tried({ country: "AT" }, off.id)).toMatchObject(says({ outcome: "inactive", url: null }));
    const over = await makeLink(api, user, {
      expiresAt: "2026-01-01T00:00:00Z",
      expiredUrl: "https://example.com/over",
    });
    expect(await tried({}, over.id)).toMatchObject(says({ outcome: "expired", url: "https://example.com/over" }));
    expect(await tried({ at: "2025-01-01T00:00:00Z" }, over.id)).toMatchObject(says({ outcome: "redirect" }));
  });

  it("is used up once as many people have been redirected as its cap allows, and leads bots nowhere before", async () => {
    const maxClicksUrl = "https://example.com/all-gone";
    const capped = await makeLink(api, user, {
      rules,
      maxClicks: 2,
      maxClicksUrl,
      expiredUrl: "https://example.com/over",
    });
    await useVisits(api, capped.id, 1);
    expect(await tried({ country: "AT" }, capped.id)).toMatchObject(says({ outcome: "redirect", rule: 1 }));
    expect(await tried({ userAgent: "Googlebot/2.1" }, capped.id)).toMatchObject(
      says({
        outcome: "uncounted",
        url: null,
        rule: null,
        explanation: ["A link with a click limit does not redirect bots"],
      }),
    );
    await useVisits(api, capped.id, 1);
    const why = ["The click limit is reached: 2 visits have been redirected"];
    expect(await tried({ country: "AT" }, capped.id)).toMatchObject(
      says({ outcome: "usedUp", url: maxClicksUrl, explanation: why }),
    );
    const query = `query ($id: UUID!) { tryLink(linkId: $id, visitor: {}) { outcome url } }`;
    expect((await graphql(api, query, { id: capped.id }, user)).body).toEqual({
      data: { tryLink: { outcome: "usedUp", url: maxClicksUrl } },
    });
    // Proposed rules do not change the link's cap.
    expect(await tried({ rules: [] }, capped.id)).toMatchObject(says({ outcome: "usedUp" }));
    const changes = { maxClicks: 3, maxClicksUrl: null };
    await call(api, "PUT", `/api/urls/${capped.id}`, { user, body: changes });
    expect(await tried({}, capped.id)).toMatchObject(says({ outcome: "redirect" }));
    await useVisits(api, capped.id, 1);
    expect(await tried({}, capped.id)).toMatchObject(says({ outcome: "usedUp", url: null }));
    await call(api, "PUT", `/api/urls/${capped.id}`, { user, body: { expiresAt: "2026-01-01T00:00:00Z" } });
    expect(await tried({}, capped.id)).toMatchObject(says({ outcome: "expired", url: "https://example.com/over" }));
  });

  it("refuses what is no visitor and what are no rules, by their fields", async () => {
    const fields = [{ field: "country" }, { field: "address" }, { field: "at" }];
    expect(await tried({ country: "Austria", address: "here", at: "soon" })).toMatchObject({
      status: 422,
      body: { error: { details: { fields } } },
    });
    const wrong = await tried({ rules: [{ when: { field: "country", op: "in", values: [] }, then: {} }] });
    expect(wrong.status).toBe(422);
    const depth = 10_000;
    const deep = `${'{"not":'.repeat(depth)}${JSON.stringify(austria)}${"}".repeat(depth)}`;
    const body = `{"rules":[{"when":${deep},"then":{"blocked":true}}]}`;
    expect((await call(api, "POST", `/api/urls/${linkId}/try`, { user, body })).status).toBe(422);
    expect((await tried({}, "01900000-0000-7000-8000-00000000dead")).status).toBe(404);
  });
});

describe("replaying rules", () => {
  it("counts where the clicks of the last days would have gone", async () => {
    const { id } = await makeLink(api, user, { rules });
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString();
    const click = { ownerId: user.id, linkId: id };
    await insertClicks(api, [
      { ...click, at: daysAgo(1), country: "AT", device: "mobile" },
      { ...click, at: daysAgo(2), country: "AT", isBot: true },
      { ...click, at: daysAgo(3), country: "DE", device: "mobile" },
      { ...click, at: daysAgo(20), country: "DE" },
      { ...click, at: daysAgo(60), country: "DE" },
    ]);
    const { body } = await call(api, "POST", `/api/urls/${id}/replay`, { user, body: {} });
    expect(body.data).toEqual({
      total: { clicks: 4, people: 3 },
      rules: [
        { number: 1, name: "Austria", clicks: 2, people: 1 },
        { number: 2, name: "", clicks: 1, people: 1 },
      ],
      noRule: { clicks: 1, people: 1 },
      undetermined: { clicks: 0, people: 0 },
      unavailable: [],
    });
    const query = `query($id: UUID!, $rules: [LinkRuleInput!]) {
      replayLink(linkId: $id, days: 90, rules: $rules) { total { clicks } rules { number clicks } noRule { people } } }`;
    const proposed = [{ when: { field: "country", op: "in", values: ["DE"] }, then: { blocked: true } }];
    expect(await graphql(api, query, { id, rules: proposed }, user)).toMatchObject({
      body: {
        data: { replayLink: { total: { clicks: 5 }, rules: [{ number: 3, clicks: 3 }], noRule: { people: 1 } } },
      },
    });
  });

  it.each([6, 91, 7.5])("refuses %d days", async (days) => {
    expect(await call(api, "POST", `/api/urls/${linkId}/replay`, { user, body: { days } })).toMatchObject({
      status: 422,
      body: { error: { details: { fields: [{ field: "days" }] } } },
    });
  });
});
