import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { readTables } from "../../boot/features.ts";
import { rebuildReadTables } from "../../kernel/eventstore/rebuild.ts";
import { leaseVisits, useVisits } from "../../testing/caps.ts";
import {
  call,
  graphql,
  makeLink,
  openTestApi,
  password,
  signUp,
  type TestApi,
  type TestUser,
} from "../../testing/testApi.ts";

let api: TestApi;
let user: TestUser;
beforeAll(async () => {
  api = await openTestApi();
  user = await signUp(api);
});
afterAll(() => api.close());

async function restLink(id: string) {
  const { body } = await call(api, "GET", `/api/urls/${id}`, { user });
  return body["url"] as Record<string, unknown>;
}

async function graphqlLink(id: string) {
  const query = "query ($id: UUID!) { link(id: $id) { state visitsLeft maxClicks maxClicksUrl } }";
  const { body } = await graphql(api, query, { id }, user);
  return (body["data"] as { link: object }).link;
}

describe("the visits that are left of a link", () => {
  it("are as many as its cap allows, less those that are used", async () => {
    const { id } = await makeLink(api, user, { maxClicks: 3, maxClicksUrl: "https://example.com/over" });
    expect(await restLink(id)).toMatchObject({ maxClicks: 3, visitsLeft: 3 });
    await useVisits(api, id, 2);
    expect(await restLink(id)).toMatchObject({ maxClicks: 3, visitsLeft: 1 });
    // Visits leased by a redirector do not count as used.
    await leaseVisits(api, { linkId: id, visits: 1 });
    expect(await restLink(id)).toMatchObject({ visitsLeft: 1 });
    expect(await graphqlLink(id)).toEqual({
      state: "active",
      visitsLeft: 1,
      maxClicks: 3,
      maxClicksUrl: "https://example.com/over",
    });
  });

  it("are none once it is used up, also where the cap is lower than what is used", async () => {
    const { id } = await makeLink(api, user, { maxClicks: 2 });
    await useVisits(api, id, 2);
    expect(await graphqlLink(id)).toMatchObject({ state: "usedUp", visitsLeft: 0 });
    await call(api, "PUT", `/api/urls/${id}`, { user, body: { maxClicks: 1 } });
    expect(await graphqlLink(id)).toMatchObject({ state: "usedUp", visitsLeft: 0 });
    await call(api, "PUT", `/api/urls/${id}`, { user, body: { maxClicks: 5 } });
    expect(await graphqlLink(id)).toMatchObject({ state: "active", visitsLeft: 3 });
  });

  it("are not said of a link without a cap", async () => {
    const { id } = await makeLink(api, user);
    expect(await restLink(id)).not.toHaveProperty("visitsLeft");
    expect(await graphqlLink(id)).toEqual({ state: "active", visitsLeft: null, maxClicks: null, maxClicksUrl: null });
  });

  it("are those of the present cap", async () => {
    const { id } = await makeLink(api, user, { maxClicks: 2 });
    await useVisits(api, id, 2);
    for (const maxClicks of [null, 4]) await call(api, "PUT", `/api/urls/${id}`, { user, body: { maxClicks } });
    expect(await graphqlLink(id)).toMatchObject({ state: "active", visitsLeft: 4 });
    await useVisits(api, id, 1, 2);
    expect(await graphqlLink(id)).toMatchObject({ visitsLeft: 3 });
  });

  it("of a whole list are read in one go, and not at all where no link has a cap", async () => {
    const lister = await signUp(api);
    for (let i = 0; i < 3; i++) await makeLink(api, lister);
    const asked = vi.spyOn(api.services.reads, "query");
    const capQueries = () => asked.mock.calls.filter((args) => JSON.stringify(args).includes("link_cap")).length;
    const list = async () => {
      asked.mockClear();
      const query = "{ links(first: 50) { edges { node { state visitsLeft } } } }";
      const { body } = await graphql(api, query, {}, lister);
      const { edges } = (body["data"] as { links: { edges: { node: { visitsLeft: number | null } }[] } }).links;
      return edges.map(({ node }) => node.visitsLeft);
    };
    expect(await list()).toEqual([null, null, null]);
    expect(capQueries()).toBe(0);
    for (const maxClicks of [7, 8]) await makeLink(api, lister, { maxClicks });
    expect(await list()).toEqual([8, 7, null, null, null]);
    expect(capQueries()).toBe(1);
    asked.mockClear();
    const { body } = await call(api, "GET", "/api/urls?limit=50", { user: lister });
    expect(body["data"]).toMatchObject([{ visitsLeft: 8 }, { visitsLeft: 7 }, {}, {}, {}]);
    expect(capQueries()).toBe(1);
    asked.mockRestore();
  });
});

describe("links that are made together", () => {
  it("have a count each", async () => {
    const one = { name: "One", originalUrl: "https://example.com/", maxClicks: 3 };
    const urls = [one, { ...one, maxClicks: 0 }, { ...one, maxClicks: null }, one];
    const numbered = { urls: [{ ...one, capNumber: 9 }] };
    expect((await call(api, "POST", "/api/urls/batch", { user, body: numbered })).status).toBe(422);
    const { body } = await call(api, "POST", "/api/urls/batch", { user, body: { urls } });
    expect(body["data"]).toMatchObject([
      { url: { maxClicks: 3, visitsLeft: 3 } },
      { error: { details: { fields: [{ field: "maxClicks" }] } } },
      { url: { name: "One" } },
      { url: { maxClicks: 3, visitsLeft: 3 } },
    ]);
    expect(JSON.stringify(body)).not.toContain("capNumber");
    const ids = (body["data"] as { url?: { _id: string } }[]).flatMap(({ url }) => url?._id ?? []);
    const { rows } = await api.services.reads.query(
      sql`SELECT max_clicks AS max, cap_number AS cap FROM link WHERE id = ANY (${ids}) ORDER BY id`,
    );
    expect(rows).toHaveLength(3);
    expect(rows).toEqual(
      expect.arrayContaining([
        { max: 3, cap: 1 },
        { max: null, cap: null },
      ]),
    );
    const mutation =
      "mutation ($inputs: [CreateLinkInput!]!) { bulkCreateLinks(inputs: $inputs) { link { visitsLeft } } }";
    const made = await graphql(api, mutation, { inputs: [one, { ...one, maxClicks: 1 }] }, user);
    expect(made.body).toEqual({
      data: { bulkCreateLinks: [{ link: { visitsLeft: 3 } }, { link: { visitsLeft: 1 } }] },
    });
  });
});

describe("what is counted of a cap", () => {
  const rowsOf = async (id: string) => {
    const { rows } = await api.services.reads.query(
      sql`SELECT number, used, (SELECT count(*)::int FROM visit_lease WHERE visit_lease.link_id = link_cap.link_id) AS leases
       FROM link_cap WHERE link_id = ${id} ORDER BY number`,
    );
    return rows;
  };
  const leasesOf = async (id: string) =>
    (await api.services.reads.query(sql`SELECT FROM visit_lease WHERE link_id = ${id}`)).rows.length;

  it("stays as it is when the read tables are built anew", async () => {
    const { id } = await makeLink(api, user, { maxClicks: 5 });
    await useVisits(api, id, 2);
    await leaseVisits(api, { linkId: id, visits: 1 });
    const before = [await restLink(id), await rowsOf(id)];
    await rebuildReadTables(api.services.orm, readTables);
    expect([await restLink(id), await rowsOf(id)]).toEqual(before);
    const { rows } = await api.services.reads.query(sql`SELECT max_clicks, cap_number FROM link WHERE id = ${id}`);
    expect(rows).toEqual([{ max_clicks: 5, cap_number: 1 }]);
  });

  it("goes with the link, one or many, and with the account", async () => {
    const leaver = await signUp(api);
    const made = await Promise.all([1, 2, 3, 4].map(() => makeLink(api, leaver, { maxClicks: 5 })));
    for (const { id } of made) {
      await useVisits(api, id, 1);
      await leaseVisits(api, { linkId: id, visits: 1 });
      expect(await rowsOf(id)).toEqual([{ number: 1, used: 1, leases: 1 }]);
    }
    const [one, ...others] = made.map(({ id }) => id);
    const last = others.pop() ?? "";
    await call(api, "DELETE", `/api/urls/${one}`, { user: leaver });
    await call(api, "DELETE", "/api/urls/bulk", { user: leaver, body: { urlIds: others } });
    expect(await rowsOf(last)).toHaveLength(1);
    await graphql(api, "mutation ($p: String!) { deleteAccount(password: $p) }", { p: password }, leaver);
    for (const { id } of made) expect([await rowsOf(id), await leasesOf(id)]).toEqual([[], 0]);
  });
});
