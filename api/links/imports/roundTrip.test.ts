import { raw, sql } from "@hoplog/platform/postgres/sql.js";
import { colourOfName, tagColours } from "@hoplog/schema/tags/tags.js";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { z } from "zod";
import { readTables } from "../../boot/features.ts";
import { rebuildReadTables } from "../../kernel/eventstore/rebuild.ts";
import { inputNames } from "../core/options/read.ts";
import type { LinkRow } from "../core/linkRow.ts";
import { inject } from "../../testing/inject.ts";
import { call, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { unzip } from "../../testing/unzip.ts";

let [here, there]: TestApi[] = [];
beforeAll(async () => {
  // Two installations, because within one the codes would belong to the first account.
  [here, there] = [await openTestApi(), await openTestApi()];
});
afterAll(() => Promise.all([here?.close(), there?.close()]));

/** A colour that differs from the default colours of the tags. */
const otherColour = tagColours.find((colour) => ![colourOfName("news"), colourOfName("other")].includes(colour));

const line = z.looseObject({ id: z.string(), name: z.string() });

async function exported(api: TestApi, user: TestUser, file = "links.jsonl"): Promise<string> {
  const headers = { authorization: `Bearer ${user.accessToken}` };
  const { rawPayload } = await inject(api, { method: "GET", url: "/api/auth/export", headers });
  return (await unzip(rawPayload))[file] ?? "";
}

/** Returns the links of an exported file, sorted by name, without ids, which differ between installations. */
function stateOf(file: string) {
  const links = file
    .trim()
    .split("\n")
    .map((one) => line.parse(JSON.parse(one)));
  return links.map(({ id: _id, ...link }) => link).toSorted((a, b) => a.name.localeCompare(b.name));
}

async function importInto(api: TestApi, user: TestUser, file: string, source = "hoplog") {
  const { body } = await call(api, "POST", "/api/imports", { user, body: { source } });
  const { _id: id } = z.object({ data: z.object({ _id: z.string() }) }).parse(body).data;
  await inject(api, {
    method: "PUT",
    url: `/api/imports/${id}/file?part=1`,
    headers: { authorization: `Bearer ${user.accessToken}`, "content-type": "application/octet-stream" },
    payload: file,
  });
  await call(api, "POST", `/api/imports/${id}/complete`, { user, body: { parts: 1 } });
  const until = (state: string) =>
    vi.waitFor(
      async () => {
        const answer = await call(api, "GET", `/api/imports/${id}`, { user });
        expect(answer.body["data"]).toMatchObject({ state });
        return answer.body["data"];
      },
      { timeout: 60_000 },
    );
  await until("ready");
  await call(api, "POST", `/api/imports/${id}/start`, { user });
  return until("done");
}

/** The field of an export that contains a property of a link; null with the reason if there is none. */
const exportedAs: Readonly<Record<Extract<keyof LinkRow, string>, string | null>> = {
  id: "id",
  name: "name",
  domain: "domain",
  code: "shortUrl",
  originalUrl: "originalUrl",
  groupId: "group",
  note: "note",
  externalId: "externalId",
  archivedAt: "isArchived",
  isActive: "isActive",
  options: "options",
  createdAt: "createdAt",
  // The property is exported as one of the options.
  expiresAt: null,
  // These properties are specific to this installation: owner, moderation state, and the number and time of edits.
  ownerId: null,
  banReason: null,
  listedUrl: null,
  listingReason: null,
  listingSource: null,
  revision: null,
  updatedAt: null,
};

it("an export has every field that a link has", async () => {
  if (!here) throw new Error("not open");
  const ada = await signUp(here);
  await makeLink(here, ada, { name: "Plain" });
  const organised = ["tags", "tagColours", "isFavourite"];
  const names = [...Object.values(exportedAs).filter((name) => name !== null), ...organised];
  expect(Object.keys(line.parse(JSON.parse(await exported(here, ada)))).toSorted()).toEqual(names.toSorted());
});

it("an export is read back to the same state in another installation", async () => {
  if (!here || !there) throw new Error("not open");
  const [ada, eve] = [await signUp(here), await signUp(there)];
  const group = await call(here, "POST", "/api/groups", { user: ada, body: { name: "Press" } });
  const groupId = z.object({ data: z.object({ _id: z.string() }) }).parse(group.body).data._id;
  await makeLink(here, ada, { name: "Plain" });
  await call(here, "POST", "/api/tags", { user: ada, body: { name: "news", colour: otherColour } });
  const rule = { when: { field: "country", op: "in", values: ["DE"] }, then: { url: "https://example.com/de" } };
  await makeLink(here, ada, {
    name: 'With "everything", =SUM(1)',
    shortUrl: "all-of-it",
    originalUrl: "https://example.com/ü?a=1&b=%20#c",
    groupId,
    tags: ["news", "Frühling"],
    note: "Two\nlines",
    externalId: "crm-1",
    timeZone: "Europe/Berlin",
    notBefore: "2020-01-01T00:00:00Z",
    expiresAt: "2040-01-01T00:00:00Z",
    expiredUrl: "https://example.com/over",
    maxClicks: 5,
    maxClicksUrl: "https://example.com/used",
    redirectStatus: 307,
    forwardQuery: true,
    forwardQueryMode: "keepMine",
    appendPath: true,
    hideDestination: true,
    allowIndexing: true,
    passClickId: true,
    rules: [rule],
    split: {
      sticky: true,
      arms: [
        { name: "A", url: "https://example.com/a", weight: 1 },
        { name: "B", url: "https://example.com/b", weight: 3 },
      ],
    },
    preview: { title: "T", description: "D" },
  });
  const off = await makeLink(here, ada, { name: "Off" });
  await call(here, "PATCH", `/api/urls/${off.id}/toggle-status`, { user: ada });
  const archived = await makeLink(here, ada, { name: "Archived" });
  const marks = { isArchived: true, isFavourite: true };
  await call(here, "PUT", `/api/urls/${archived.id}`, { user: ada, body: marks });
  // CSV exports prefix these values with an apostrophe, JSON exports do not.
  const quoted = { name: "'-5", note: "'=1", tags: ["'+news"], externalId: "'@a" };
  await makeLink(here, ada, quoted);

  const file = await exported(here, ada);
  const before = stateOf(file);
  expect(before).toMatchObject([
    quoted,
    { isArchived: true, isFavourite: true },
    { isActive: false, isFavourite: false },
    {},
    { group: "Press", note: "Two\nlines", tagColours: { news: otherColour, Frühling: colourOfName("Frühling") } },
  ]);
  // The links use every option that a link can have.
  const options = before.flatMap((link) => Object.keys(z.object({ options: z.looseObject({}) }).parse(link).options));
  expect(options.toSorted()).toEqual(inputNames.filter((name) => name !== "password").toSorted());
  expect(await importInto(there, eve, file)).toMatchObject({
    toCreate: 5,
    rejected: 0,
    losses: [],
    done: 5,
    failed: 0,
  });
  expect(stateOf(await exported(there, eve))).toEqual(before);
  // The database rows are equal too: dates, inactive and archived states, and import origins.
  const { orm, reads } = there.services;
  const tables = ["link", "link_tag", "link_group", "imported_link", "link_favourite", "tag"];
  const contents = () =>
    Promise.all(
      tables.map(async (table) => (await reads.query(sql`SELECT * FROM ${raw(table)} AS t ORDER BY t::text`)).rows),
    );
  const kept = await contents();
  expect([kept[3]?.length, kept[4]?.length]).toEqual([5, 1]);
  await rebuildReadTables(orm, readTables);
  expect(await contents()).toEqual(kept);
  // A second import creates nothing.
  expect(await importInto(there, eve, file)).toMatchObject({ toCreate: 0, existing: 5, done: 0 });
});

it("links.csv is read back too, but for what the report names", async () => {
  if (!here || !there) throw new Error("not open");
  const [ada, eve] = [await signUp(here), await signUp(there)];
  const options = { maxClicks: 5, expiresAt: "2040-01-01T00:00:00.000Z", forwardQuery: true };
  await makeLink(here, ada, { name: "Capped", shortUrl: "csv-capped", tags: ["a|b", "c"], note: "'=1", ...options });
  await makeLink(here, ada, { name: "Secret", shortUrl: "csv-secret", password: "hunter22" });
  const file = await exported(here, ada, "links.csv");
  expect(await importInto(there, eve, file, "csv")).toMatchObject({ done: 2, losses: expect.any(Array) });
  expect(stateOf(await exported(there, eve))).toMatchObject([
    { name: "Capped", shortUrl: "csv-capped", tags: ["a|b", "c"], note: "'=1", options, isActive: true },
    { name: "Secret", shortUrl: "csv-secret", isActive: false },
  ]);
});

it("a tag that is there already keeps its colour, and one that is none gets the usual one", async () => {
  if (!there) throw new Error("not open");
  const eve = await signUp(there);
  await call(there, "POST", "/api/tags", { user: eve, body: { name: "News", colour: otherColour } });
  const tagColours = { news: "gray", other: otherColour, odd: "plaid", absent: "gray", ["x".repeat(5000)]: "gray" };
  const one = { originalUrl: "https://example.com/", tags: ["news", "other", "odd"], tagColours, id: "1", name: "A" };
  expect(await importInto(there, eve, `${JSON.stringify(one)}\n`)).toMatchObject({ done: 1, losses: [] });
  const [link] = stateOf(await exported(there, eve));
  expect(link).toMatchObject({ tagColours: { News: otherColour, other: otherColour, odd: colourOfName("odd") } });
  expect(Object.keys(z.object({ tagColours: z.looseObject({}) }).parse(link).tagColours)).toHaveLength(3);
});
