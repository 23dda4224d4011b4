import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { useVisits } from "../../testing/caps.ts";
import { call, graphql, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { shownStates } from "./options/state.ts";
import { stateOrder } from "./stateOrder.ts";

let api: TestApi;
let user: TestUser;
/** Creates two links in most states, mixed by age; their names are their states. */
beforeAll(async () => {
  api = await openTestApi();
  user = await signUp(api);
  const added = await call(api, "POST", "/api/domains", { user, body: { name: "go.state.example" } });
  expect(added.status).toBe(201);
  for (const round of [1, 2]) {
    const make = async (name: string, more: object = {}) =>
      (await makeLink(api, user, { name: `${name} ${round}`, originalUrl: "https://example.com/", ...more })).id;
    const banned = await make("banned", { expiresAt: "2040-01-01T00:00:00Z" });
    const listed = await make("listed", { notBefore: "2040-01-01T00:00:00Z" });
    const usedUp = await make("usedUp", { maxClicks: 1 });
    await make("scheduled", { notBefore: "2040-01-01T00:00:00Z", maxClicks: 5 });
    await make("active", { notBefore: "2020-01-01T00:00:00Z", expiresAt: "2040-01-01T00:00:00Z" });
    const inactive = await make("inactive", { expiresAt: "2040-01-01T00:00:00Z" });
    const unreachable = await make("unreachable", { domain: "go.state.example" });
    const expired = await make("expired", { maxClicks: 1 });
    await make("active");
    await useVisits(api, usedUp, 1);
    await useVisits(api, expired, 1);
    for (const id of [inactive, unreachable]) await call(api, "PATCH", `/api/urls/${id}/toggle-status`, { user });
    await sql("UPDATE link SET ban_reason = 'Spam' WHERE id = $1", banned);
    await sql(
      "UPDATE link SET listed_url = original_url, listing_reason = 'Phishing', listing_source = 'blocklist' WHERE id = $1",
      listed,
    );
    await sql(
      `UPDATE link SET expires_at = '${expiry}', options = options || '{"expiresAt": "${expiry}"}' WHERE id = $1`,
      expired,
    );
  }
});
afterAll(() => api.close());

const expiry = "2026-01-01T00:00:00.000Z";

const sql = (text: string, id: string) => api.services.reads.query(text, [id]);

const pageSchema = z.object({
  data: z.object({
    links: z.object({
      edges: z.array(z.object({ node: z.object({ name: z.string(), state: z.string() }) })),
      pageInfo: z.object({ endCursor: z.string().nullable(), hasNextPage: z.boolean() }),
    }),
  }),
});
const document = `query ($first: Int!, $after: String, $direction: SortDirection!) {
  links(first: $first, after: $after, sort: { field: state, direction: $direction }) {
    edges { node { name state } } pageInfo { endCursor hasNextPage }
  }
}`;
const answerOf = (variables: object) => graphql(api, document, { first: 100, direction: "asc", ...variables }, user);
const page = async (variables: object) => pageSchema.parse((await answerOf(variables)).body).data.links;
const namesOf = ({ edges }: { edges: { node: { name: string } }[] }) => edges.map(({ node }) => node.name);

/** Returns the cursor with its moment replaced. */
function asOf(cursor: string | null, moment: string): string {
  const [field, key, id] = z.tuple([z.string(), z.string(), z.string()]).parse(decoded(cursor));
  return encoded([field, key.replace(/@.*/, `@${moment}`), id]);
}
const decoded = (cursor: string | null): unknown => JSON.parse(Buffer.from(cursor ?? "", "base64url").toString());
const encoded = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString("base64url");

const expected = stateOrder.flatMap((state) =>
  [1, 2].flatMap((round) => Array.from({ length: state === "active" ? 2 : 1 }, () => `${state} ${round}`)),
);

describe("links by what they do for visitors", () => {
  it("stand in the order of all states, in the state that each is shown in", async () => {
    expect(stateOrder.toSorted()).toEqual(shownStates.toSorted());
    const links = await page({});
    expect(namesOf(links)).toEqual(expected);
    for (const { node } of links.edges) {
      expect(node.state.replaceAll("_", "").toLowerCase()).toBe(node.name.split(" ")[0]?.toLowerCase());
    }
    expect(namesOf(await page({ direction: "desc" }))).toEqual(expected.toReversed());
  });

  it.each([1, 2, 5])("are the same %i by %i behind cursors, in both directions, and over REST", async (first) => {
    for (const direction of ["asc", "desc"]) {
      const names: string[] = [];
      let after: string | null = null;
      do {
        const part = await page({ first, after, direction });
        names.push(...namesOf(part));
        after = part.pageInfo.hasNextPage ? part.pageInfo.endCursor : null;
      } while (after !== null);
      expect(names).toEqual(direction === "asc" ? expected : expected.toReversed());
    }
    const restPage = z.object({ data: z.array(z.object({ name: z.string() })) });
    const names: string[] = [];
    for (let number = 1; names.length < expected.length; number++) {
      const { body } = await call(api, "GET", `/api/urls?sort=state&limit=${first}&page=${number}`, { user });
      const { data } = restPage.parse(body);
      expect(data.length).toBeGreaterThan(0);
      names.push(...data.map(({ name }) => name));
    }
    expect(names).toEqual(expected);
  });

  it("are those of one moment on all pages: a link that expires meanwhile is neither missed nor listed twice", async () => {
    const first = await page({ first: 4 });
    // The cursor of a first page that was read while the two expired links were still used up.
    const after = asOf(first.pageInfo.endCursor, "2025-12-31T00:00:00.000Z");
    const then = ["scheduled 1", "scheduled 2", "usedUp 1", "expired 1", "usedUp 2", "expired 2", "inactive 1"];
    expect(namesOf(await page({ first: 7, after }))).toEqual(then);
    expect(namesOf(await page({ first: 3, after: first.pageInfo.endCursor }))).toEqual(expected.slice(4, 7));
    // The list continues from the end of the first page.
    const second = await page({ first: 4, after });
    expect(namesOf(await page({ first: 3, after: second.pageInfo.endCursor }))).toEqual(then.slice(4));
  });

  it.each([
    ["a moment that is missing", "02026-01-01T00:00:00.000Z"],
    ["a moment that is none", "02026-01-01T00:00:00.000Z@soon"],
    ["a moment that no database has", "02026-01-01T00:00:00.000Z@0000-01-01T00:00:00.000Z"],
    ["a place that is none", "0Jan 1 99999@2026-01-01T00:00:00.000Z"],
    ["a state that is none", "82026-01-01T00:00:00.000Z@2026-01-01T00:00:00.000Z"],
  ])("refuse a cursor with %s", async (_, key) => {
    const after = encoded(["state", key, "00000000-0000-4000-8000-000000000000"]);
    const { body } = await answerOf({ after });
    expect(body).toMatchObject({ errors: [{ extensions: { type: "VALIDATION_ERROR" } }] });
  });
});
