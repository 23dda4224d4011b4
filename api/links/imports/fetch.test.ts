import { cidrList } from "@hoplog/platform/env/pieces.js";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { holdWork } from "../../testing/heldWork.ts";
import { shortenerKey, type Shorteners, startShorteners } from "../../testing/shorteners.ts";
import { call, graphql, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { fetchPage } from "./fetchPage.ts";
import { importVisits } from "./importVisits.ts";
import { workImports } from "./workImports.ts";

const links = 230;
let api: TestApi;
let shorteners: Shorteners;
/** Holds the workers' locks, so that imports continue only when a test lets them. */
let holder: pg.Client;
let ada: TestUser;
beforeAll(async () => {
  shorteners = await startShorteners(links);
  api = await openTestApi({ settings: { IMPORT_NETWORKS: [...cidrList.parse("127.0.0.1/32")] } });
  holder = await holdWork(api.databaseUrl, "hoplog imports", "hoplog import fetches");
});
beforeEach(async () => {
  ada = await signUp(api);
  shorteners.asked.length = 0;
  shorteners.troubles.length = 0;
});
afterAll(async () => {
  await holder.end();
  await api.close();
  await shorteners.close();
});

async function sql(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: api.databaseUrl });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text, values)).rows;
  } finally {
    await client.end();
  }
}

const post = (path: string, body: object) => call(api, "POST", `/api/imports${path}`, { user: ada, body });
async function begin(source: string, key = shortenerKey, address = shorteners.url): Promise<string> {
  const answer = await post("", { source, api: { address, key } });
  expect(answer).toMatchObject({ status: 201, body: { data: { state: "reading" } } });
  return z.object({ data: z.object({ _id: z.string() }) }).parse(answer.body).data._id;
}
const importOf = async (id: string) => (await call(api, "GET", `/api/imports/${id}`, { user: ada })).body["data"];

/** Fetches pages until none is left; the clock advances by an hour per page. */
async function fetchAll(): Promise<void> {
  let passed = 0;
  const services = { ...api.services, now: () => new Date(Date.now() + (passed += 3_600_000)) };
  while (await fetchPage(services)) continue;
}
/** The clock only increases, so that a visit import that was postponed with this clock is due at the next call. */
let passed = 0;
const hourLater = () => new Date(Date.now() + (passed += 3_600_000));
/** Imports visits until none are left; the clock advances by an hour per step. */
async function visitAll(): Promise<void> {
  while (await importVisits({ ...api.services, now: hourLater })) continue;
}
async function workAll(): Promise<void> {
  while (await workImports(api.services)) continue;
}

async function linkId(name: string): Promise<string> {
  const [row] = await sql("SELECT id FROM link WHERE owner_id = $1 AND name = $2", [ada.id, name]);
  return z.object({ id: z.string() }).parse(row).id;
}
async function visitsOf(name: string): Promise<unknown> {
  const { body } = await call(api, "GET", `/api/urls/${await linkId(name)}/imported-visits`, { user: ada });
  return z.object({ data: z.array(z.unknown()).length(1) }).parse(body).data[0];
}
async function clicks(query: string, id: string): Promise<Record<string, unknown>[]> {
  const answer = await api.services.clickhouse.query({ query, query_params: { id }, format: "JSONEachRow" });
  return answer.json();
}

const sources = ["bitly", "rebrandly", "shortio", "dub", "shlink", "kutt", "yourls"];

describe("an import by key", () => {
  it.each(sources)("reads all links of %s, page by page, and makes them once", async (source) => {
    const id = await begin(source);
    await fetchAll();
    expect(await importOf(id)).toMatchObject({ state: "ready", total: links, toCreate: links, rejected: 0 });
    expect(shorteners.asked.length).toBeGreaterThan(2);
    expect(shorteners.asked.join()).not.toContain(shortenerKey);
    await post(`/${id}/start`, {});
    await workAll();
    await visitAll();
    // After the import, the API key is neither stored nor returned, even encrypted.
    expect(await sql("SELECT secret FROM link_import WHERE id = $1", [id])).toEqual([{ secret: null }]);
    expect(await importOf(id)).toMatchObject({ state: "done", done: links, failed: 0 });
    const made = await sql(
      "SELECT count(*)::int AS count, min(created_at) AS first, max(created_at) AS last FROM link WHERE owner_id = $1",
      [ada.id],
    );
    const day = new Date("2020-05-01T10:00:00.000Z");
    expect(made).toEqual([{ count: links, first: day, last: day }]);
    const again = await begin(source);
    await fetchAll();
    expect(await importOf(again)).toMatchObject({ toCreate: 0, existing: links });
  });

  it("waits while its account is banned: for links, for making them, and for their visits", async () => {
    const id = await begin("dub");
    const ban = () => sql("INSERT INTO account_ban (user_id, reason, at) VALUES ($1, 'Spam', now())", [ada.id]);
    const lift = () => sql("DELETE FROM account_ban WHERE user_id = $1", [ada.id]);
    await ban();
    expect(await fetchPage(api.services)).toBe(false);
    expect(shorteners.asked).toEqual([]);
    await lift();
    await fetchAll();
    await post(`/${id}/start`, {});
    await ban();
    expect(await workImports(api.services)).toBe(false);
    await lift();
    await workAll();
    await ban();
    expect(await importVisits({ ...api.services, now: hourLater })).toBe(false);
    await lift();
    await visitAll();
    expect(await importOf(id)).toMatchObject({ state: "done", done: links, failed: 0 });
  });

  it("keeps rules that stand beside the links, and the password out", async () => {
    const ids = [await begin("shlink"), await begin("kutt")];
    await fetchAll();
    const rows = await sql(
      `SELECT link, losses FROM link_import_row WHERE import_id = ANY ($1::uuid[])
         AND (losses::text LIKE '%password%' OR link -> 'input' -> 'rules' IS NOT NULL) ORDER BY name`,
      [ids],
    );
    expect(rows).toMatchObject([
      { link: { isActive: false }, losses: expect.arrayContaining([expect.objectContaining({ kind: "password" })]) },
      { link: { isActive: true, input: { rules: [{ then: { url: "https://example.com/de" } }] } } },
    ]);
  });

  it("goes on where it was after a source was slow, down, behind a wall or broken, or its process has ended", async () => {
    const id = await begin("dub");
    shorteners.troubles.push(null, "slower", null, null, "down", "html", "broken", "hangUp", null);
    await fetchPage(api.services);
    await fetchPage(api.services);
    // The source is not queried before the time that it requested.
    const asked = shorteners.asked.length;
    expect(await fetchPage(api.services)).toBe(false);
    expect(await fetchPage({ ...api.services, now: () => new Date(Date.now() + 29_000) })).toBe(false);
    expect(shorteners.asked).toHaveLength(asked);
    const later = { ...api.services, now: () => new Date(Date.now() + 31_000) };
    expect(await fetchPage(later)).toBe(true);
    // Simulates a process that is killed after the response and before storing it.
    const dying = {
      ...api.services,
      eventStore: { ...api.services.eventStore, unitOfWork: () => Promise.reject(new Error("killed")) },
    };
    await expect(fetchPage({ ...dying, now: later.now })).rejects.toThrow("killed");
    await fetchAll();
    expect(await importOf(id)).toMatchObject({ state: "ready", total: links, rejected: 0 });
    expect(new Set(await sql("SELECT key FROM link_import_row WHERE import_id = $1", [id])).size).toBe(links);
  });

  it("brings visits as a kind of their own: single ones by quarters of an hour, those of days, and numbers", async () => {
    const wanted = {
      shlink: { visitsState: "done", visitsLinks: 4, visitsDone: 4, visitsImported: 2509, visitsProblem: null },
      // Every third link has no visits, which is known only after querying the source.
      bitly: { visitsState: "done", visitsLinks: links, visitsDone: links, visitsImported: 77 * 1 + 77 * (1 + 2) },
      // The source rejects the request; the totals that it returned with the links remain.
      dub: {
        visitsState: "done",
        visitsLinks: 1,
        visitsDone: 1,
        visitsImported: 4,
        visitsProblem: "The source rejected the API key",
      },
      rebrandly: { visitsState: "done", visitsLinks: links, visitsImported: (links * (links + 1)) / 2 },
    };
    for (const [source, expected] of Object.entries(wanted)) {
      const id = await begin(source);
      await fetchAll();
      expect(await importOf(id)).toMatchObject({ state: "ready", visitsState: "none" });
      await post(`/${id}/start`, {});
      await workAll();
      // The API key is stored until all visits are imported.
      expect(await importOf(id)).toMatchObject({ state: "done", visitsState: "running", visitsDone: 0 });
      await visitAll();
      expect(await importOf(id)).toMatchObject(expected);
      expect(await sql("SELECT secret FROM link_import WHERE id = $1", [id])).toEqual([{ secret: null }]);
    }
    const [first, gone, fourth, dated, numbered] = await Promise.all(
      ["Shlink 1", "Shlink 3", "Shlink 4", "Bitly 2", "Rebrandly 2"].map(visitsOf),
    );
    expect(first).toMatchObject({ source: "shlink", total: 2500, bots: 250, undated: 0 });
    expect(first).toMatchObject({
      firstAt: "2021-01-15T10:00:00.000Z",
      lastAt: "2021-03-15T10:00:00.000Z",
      months: [
        { _id: "2021-01", count: 833 },
        { _id: "2021-02", count: 834 },
        { _id: "2021-03", count: 833 },
      ],
      countries: [{ _id: "DE", count: 2000 }],
      referrers: [{ _id: "news.example", count: 1250 }],
      browsers: [{ _id: "Mobile Safari", count: 2500 }],
      devices: [{ _id: "mobile", count: 2500 }],
    });
    expect(gone).toMatchObject({ total: 3, undated: 3, firstAt: null, months: [], countries: [] });
    expect(fourth).toMatchObject({ total: 4, undated: 0 });
    expect(dated).toMatchObject({ source: "bitly", total: 3, undated: 0, months: [{ _id: "2022-03", count: 3 }] });
    expect(numbered).toMatchObject({ source: "rebrandly", total: 2, undated: 2 });
    // Imported visits do not count as clicks.
    const { body } = await call(api, "GET", "/api/analytics", { user: ada });
    expect(body).toMatchObject({ data: { figures: { clicks: 0, bots: 0, uniqueVisitors: 0 } } });
  });

  it("brings each visit once, whatever fails in between, and none of a link that is deleted meanwhile", async () => {
    const id = await begin("shlink");
    await fetchAll();
    await post(`/${id}/start`, {});
    await workAll();
    shorteners.troubles.push("slower", null, "down", null, "broken");
    // Simulates a process that is killed between ClickHouse and PostgreSQL: the page is imported again.
    const dying = {
      ...api.services,
      clickhouse: {
        ...api.services.clickhouse,
        insert: async (given: Parameters<typeof api.services.clickhouse.insert>[0]) => {
          await api.services.clickhouse.insert(given);
          throw new Error("killed");
        },
      },
    };
    for (let step = 0; step < 4; step++) await importVisits({ ...dying, now: hourLater });
    const deleted = await linkId("Shlink 2");
    await call(api, "DELETE", `/api/urls/${deleted}`, { user: ada });
    await visitAll();
    expect(await importOf(id)).toMatchObject({ visitsState: "done", visitsDone: 3, visitsImported: 2507 });
    expect(await visitsOf("Shlink 1")).toMatchObject({ total: 2500, bots: 250, undated: 0 });
    const [{ stored } = {}] = await clicks(
      "SELECT uniqExact(link_id) AS stored FROM imported_visits WHERE owner_id = {id: UUID}",
      ada.id,
    );
    expect(Number(stored)).toBe(3);
  });

  it("shows visits to nobody else, stops when asked, and erases them with the link", async () => {
    const id = await begin("shlink");
    await fetchAll();
    await post(`/${id}/start`, {});
    await workAll();
    await importVisits(api.services);
    const stopped = await post(`/${id}/cancel`, {});
    expect(stopped).toMatchObject({ status: 200, body: { data: { state: "done", visitsState: "cancelled" } } });
    expect(await sql("SELECT secret FROM link_import WHERE id = $1", [id])).toEqual([{ secret: null }]);
    expect(await importVisits(api.services)).toBe(false);
    const link = await linkId("Shlink 1");
    const eve = await signUp(api);
    expect(await call(api, "GET", `/api/urls/${link}/imported-visits`, { user: eve })).toMatchObject({ status: 404 });
    const query = `{ importedVisits(linkId: "${link}") { total source months { value visits } } }`;
    expect((await graphql(api, query, {}, ada)).body).toMatchObject({
      data: { importedVisits: [{ total: 1000, source: "shlink" }] },
    });
    await call(api, "DELETE", `/api/urls/${link}`, { user: ada });
    await vi.waitFor(async () => {
      const rows = await clicks("SELECT link_id FROM imported_visits WHERE link_id = {id: UUID}", link);
      expect(rows).toEqual([]);
    }, 60_000);
  });

  it("gives up, with a reason, and forgets the key", async () => {
    const [wrong, gone, down] = [
      await begin("kutt", "wrong"),
      await begin("yourls", shortenerKey, `${shorteners.url}/no`),
      await begin("dub"),
    ];
    await fetchPage(api.services);
    await fetchPage(api.services);
    shorteners.troubles.push(...Array.from({ length: 9 }, () => "down" as const));
    await fetchAll();
    expect(await importOf(wrong)).toMatchObject({ state: "failed", problem: "The source rejected the API key" });
    expect(await importOf(gone)).toMatchObject({
      state: "failed",
      problem: "The source has no API at this address. Check the address",
    });
    expect(await importOf(down)).toMatchObject({ state: "failed", problem: "The source responded with status 502" });
    const ids = [wrong, gone, down];
    expect(await sql("SELECT FROM link_import WHERE secret IS NOT NULL AND id = ANY ($1::uuid[])", [ids])).toEqual([]);
  });

  it("asks no private address that the operator has not named, and forgets the key when it is cancelled", async () => {
    const id = await begin("kutt", shortenerKey, "https://10.0.0.1");
    await fetchAll();
    expect(await importOf(id)).toMatchObject({
      state: "failed",
      problem: "10.0.0.1 is not a public address, or can't be resolved",
    });
    const other = await begin("kutt");
    await post(`/${other}/cancel`, {});
    expect(await sql("SELECT state, secret FROM link_import WHERE id = $1", [other])).toEqual([
      { state: "cancelled", secret: null },
    ]);
  });

  it("keeps the key encrypted, and out of events, audit, answers and archives", async () => {
    const key = "a-key-that-nobody-sees";
    const id = await begin("kutt", key);
    const everything = await sql(
      "SELECT (SELECT json_agg(i)::text FROM link_import AS i) || (SELECT json_agg(e)::text FROM event AS e) || (SELECT json_agg(a)::text FROM audit AS a) AS text",
    );
    expect(JSON.stringify(everything)).not.toContain(key);
    expect(JSON.stringify(everything)).not.toContain(Buffer.from(key).toString("hex"));
    const answers = [await importOf(id), (await graphql(api, "{ linkImports { id source problem } }", {}, ada)).body];
    expect(JSON.stringify(answers)).not.toContain(key);
    await post(`/${id}/cancel`, {});
  });

  it.each<[object, string]>([
    [{ source: "csv", api: { key: "k" } }, "source"],
    [{ source: "kutt", api: { key: "k" } }, "api.address"],
    [{ source: "kutt", api: { key: "k", address: "ftp://kutt.example" } }, "api.address"],
    [{ source: "kutt", api: { key: "k", address: "https://a:b@kutt.example" } }, "api.address"],
    [{ source: "kutt", api: { key: "a\r\nhost: b", address: "https://kutt.example" } }, "api.key"],
    [{ source: "kutt", api: { key: "", address: "https://kutt.example" } }, "api.key"],
  ])("is refused: %j", async (body, field) => {
    const answer = await post("", body);
    expect(answer).toMatchObject({ status: 422 });
    expect(JSON.stringify(answer.body)).toContain(`"${field}"`);
  });
});
