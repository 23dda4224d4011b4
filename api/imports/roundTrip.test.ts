import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { z } from "zod";
import { readTables } from "../boot/features.ts";
import { rebuildReadTables } from "../eventstore/rebuild.ts";
import { inject } from "../testing/inject.ts";
import { call, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../testing/testApi.ts";
import { unzip } from "../testing/unzip.ts";

let [here, there]: TestApi[] = [];
beforeAll(async () => {
  // Two installations: in one, codes stay with who had them first.
  [here, there] = await Promise.all([openTestApi(), openTestApi()]);
});
afterAll(() => Promise.all([here?.close(), there?.close()]));

const line = z.looseObject({ id: z.string(), name: z.string() });

async function exported(api: TestApi, user: TestUser): Promise<string> {
  const headers = { authorization: `Bearer ${user.accessToken}` };
  const { rawPayload } = await inject(api, { method: "GET", url: "/api/auth/export", headers });
  return (await unzip(rawPayload))["links.jsonl"] ?? "";
}

/** Without the ids, which are of one installation; by name. */
function stateOf(file: string) {
  const links = file
    .trim()
    .split("\n")
    .map((one) => line.parse(JSON.parse(one)));
  return links.map(({ id: _id, ...link }) => link).toSorted((a, b) => a.name.localeCompare(b.name));
}

async function importInto(api: TestApi, user: TestUser, file: string) {
  const { body } = await call(api, "POST", "/api/imports", { user, body: { source: "hoplog" } });
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
      { timeout: 10_000 },
    );
  await until("ready");
  await call(api, "POST", `/api/imports/${id}/start`, { user });
  return until("done");
}

it("an export is read back to the same state in another installation", async () => {
  if (!here || !there) throw new Error("not open");
  const [ada, eve] = [await signUp(here), await signUp(there)];
  const group = await call(here, "POST", "/api/groups", { user: ada, body: { name: "Press" } });
  const groupId = z.object({ data: z.object({ _id: z.string() }) }).parse(group.body).data._id;
  await makeLink(here, ada, { name: "Plain" });
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
    redirectStatus: 307,
    forwardQuery: true,
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
  await call(here, "PUT", `/api/urls/${archived.id}`, { user: ada, body: { isArchived: true } });

  const file = await exported(here, ada);
  const before = stateOf(file);
  expect(before).toMatchObject([{ isArchived: true }, { isActive: false }, {}, { group: "Press", note: "Two\nlines" }]);
  expect(await importInto(there, eve, file)).toMatchObject({ toMake: 4, refused: 0, losses: [], done: 4, failed: 0 });
  expect(stateOf(await exported(there, eve))).toEqual(before);
  // As the log has it too: dates, what is off or archived, and what links were made of.
  const { orm, reads } = there.services;
  const tables = ["link", "link_tag", "link_group", "imported_link"];
  const contents = () =>
    Promise.all(tables.map(async (table) => (await reads.query(`SELECT * FROM ${table} AS t ORDER BY t::text`)).rows));
  const kept = await contents();
  expect(kept[3]).toHaveLength(4);
  await rebuildReadTables(orm, readTables);
  expect(await contents()).toEqual(kept);
  // And once more, nothing.
  expect(await importInto(there, eve, file)).toMatchObject({ toMake: 0, existing: 4, done: 0 });
});
