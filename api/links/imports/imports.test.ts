import { importLimits } from "@hoplog/schema/imports/limits.js";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { holdWork } from "../../testing/heldWork.ts";
import { inject } from "../../testing/inject.ts";
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
import { forgetImports } from "./worker.ts";
import { workImports } from "./workImports.ts";

let api: TestApi;
/** Holds the worker's lock, so that imports continue only when a test lets them. */
let holder: pg.Client;
let ada: TestUser;
let eve: TestUser;
beforeAll(async () => {
  api = await openTestApi();
  holder = await holdWork(api.databaseUrl, "hoplog imports");
});
beforeEach(async () => {
  [ada, eve] = [await signUp(api), await signUp(api)];
});
afterAll(async () => {
  await holder.end();
  await api.close();
});

const importSchema = z.object({
  data: z.object({
    _id: z.string(),
    state: z.string(),
    total: z.number(),
    toCreate: z.number(),
    existing: z.number(),
    rejected: z.number(),
    done: z.number(),
    failed: z.number(),
    problem: z.string().nullable(),
    losses: z.array(z.object({ kind: z.string(), links: z.number() })),
  }),
});
const rowsSchema = z.object({
  data: z.array(
    z.looseObject({
      row: z.number(),
      verdict: z.string(),
      urlId: z.string().nullable(),
      outcome: z.string().nullable(),
    }),
  ),
  next: z.number().nullable(),
});

async function sql<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: api.databaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

const post = (path: string, body: object, user = ada) => call(api, "POST", `/api/imports${path}`, { user, body });

function sendPart(id: string, part: number, content: string | Buffer, user = ada) {
  return inject(api, {
    method: "PUT",
    url: `/api/imports/${id}/file?part=${part}`,
    headers: { authorization: `Bearer ${user.accessToken}`, "content-type": "application/octet-stream" },
    payload: content,
  });
}

async function add(source: string, user = ada, more: object = {}) {
  const answer = await post("", { source, fileName: "links", ...more }, user);
  expect(answer).toMatchObject({ status: 201 });
  return importSchema.parse(answer.body).data._id;
}
async function workAll(): Promise<void> {
  while (await workImports(api.services)) continue;
}
/** Uploads a file in parts of `size` bytes and waits until it is read. */
async function read(source: string, file: string | Buffer, { size = importLimits.partBytes, user = ada } = {}) {
  const id = await add(source, user);
  const bytes = Buffer.from(file);
  let parts = 0;
  for (let at = 0; at < bytes.length; at += size) {
    expect(await sendPart(id, ++parts, bytes.subarray(at, at + size), user)).toMatchObject({ statusCode: 200 });
  }
  expect(await post(`/${id}/complete`, { parts }, user)).toMatchObject({ status: 200 });
  await workAll();
  return importOf(id, user);
}
async function importOf(id: string, user = ada) {
  return importSchema.parse((await call(api, "GET", `/api/imports/${id}`, { user })).body).data;
}
async function rowsOf(id: string, query = "", user = ada) {
  return rowsSchema.parse((await call(api, "GET", `/api/imports/${id}/rows${query}`, { user })).body);
}
async function run(id: string, user = ada) {
  expect(await post(`/${id}/start`, {}, user)).toMatchObject({ status: 200 });
  await workAll();
  return importOf(id, user);
}
const linkOf = async (id: string | null, user = ada) =>
  (await call(api, "GET", `/api/urls/${id ?? ""}`, { user })).body["data"];
let unique = 0;
const code = (name: string) => `${name}-${process.pid}-${++unique}`;

/** JSON lines, each with one field that the others lack. */
const linesOfFields = (count: number) =>
  Array.from({ length: count }, (_, n) => `{"${n === 0 ? "url" : `field ${n}`}": "https://example.com/"}`).join("\n");

describe("an import", () => {
  it("says what will be made and lost, and makes nothing before it is started", async () => {
    const taken = await makeLink(api, eve);
    const [kept, strange] = [code("kept"), "no/such code"];
    const file = [
      "Title,Slashtag,Destination,Domain,Created At,Tags,Status,Is Protected,Clicks",
      `Spring,${kept},https://example.com/spring,go.acme.example,2019-05-01T10:00:00.000Z,press|spring,active,false,12`,
      `Secret,${code("secret")},https://example.com/secret,,2019-05-02 10:00:00,,active,true,0`,
      `Taken,${taken.code},https://example.com/taken,,05/01/2019,,disabled,false,0`,
      `Strange,${strange},https://example.com/strange,,,,active,false,0`,
      `Circle,${code("circle")},${api.services.shortUrl}/abc,,,,active,false,0`,
      `Script,${code("script")},javascript:alert(1),,,,active,false,0`,
      `Again,${kept},https://example.com/spring,go.acme.example,,,active,false,0`,
      "",
    ].join("\r\n");
    const job = await read("rebrandly", file);
    expect(job).toMatchObject({ state: "ready", total: 7, toCreate: 4, existing: 0, rejected: 3, done: 0 });
    const losses = Object.fromEntries(job.losses.map(({ kind, links }) => [kind, links]));
    expect(losses).toEqual({ code: 2, password: 1, domain: 1, date: 1, visits: 1 });
    expect((await rowsOf(job._id, "?only=rejected")).data).toMatchObject([
      { row: 6, name: "Circle", error: { message: "A short link can't point to a short link of this site" } },
      { row: 7, error: { message: "Only http and https URLs can be shortened" } },
      { row: 8, error: { message: "This link also occurs in row 2, which is imported" } },
    ]);
    expect(await sql("SELECT FROM link WHERE owner_id = $1", [ada.id])).toEqual([]);

    expect(await run(job._id)).toMatchObject({ state: "done", done: 4, failed: 0 });
    const { data } = await rowsOf(job._id);
    expect(data.map(({ outcome }) => outcome)).toEqual(["done", "done", "done", "done", null, null, null]);
    const [spring, secret, third, fourth] = await Promise.all(data.slice(0, 4).map(({ urlId }) => linkOf(urlId)));
    expect(spring).toMatchObject({
      name: "Spring",
      shortUrl: kept,
      originalUrl: "https://example.com/spring",
      isActive: true,
      createdAt: "2019-05-01T10:00:00.000Z",
      tags: ["press", "spring"],
    });
    // A link that had a password is imported as inactive, so that it does not redirect without the password.
    expect(secret).toMatchObject({ isActive: false, createdAt: "2019-05-02T10:00:00.000Z" });
    expect(third).toMatchObject({ name: "Taken", isActive: false });
    expect(third).not.toMatchObject({ shortUrl: taken.code });
    expect(fourth).not.toMatchObject({ shortUrl: strange });
    // The event is stored with the time of the import.
    const events = await sql<{ data: { at: string; imported: object } }>(
      "SELECT data FROM event WHERE type = 'LinkCreated' AND stream_id = $1",
      [data[0]?.urlId],
    );
    expect(events[0]?.data.imported).toMatchObject({
      source: "rebrandly",
      importId: job._id,
      createdAt: "2019-05-01T10:00:00.000Z",
    });
    expect(Date.parse(events[0]?.data.at ?? "")).toBeGreaterThan(Date.parse("2020-01-01"));
  });

  it("makes no doubles at a second run, whatever else has changed", async () => {
    const line = (name: string, id: string) =>
      JSON.stringify({
        id: `bit.ly/${id}`,
        link: `https://bit.ly/${id}`,
        long_url: "https://example.com/",
        title: name,
      });
    const [a, b] = [code("a"), code("b")];
    const first = await read("bitly", `${line("A", a)}\n${line("B", b)}\n`);
    await run(first._id);
    const second = await read("bitly", `${line("A, renamed", a)}\n${line("C", code("c"))}\n${line("B", b)}\n`);
    expect(second).toMatchObject({ toCreate: 1, existing: 2 });
    expect(await run(second._id)).toMatchObject({ done: 1, existing: 2 });
    expect(await sql("SELECT FROM link WHERE owner_id = $1", [ada.id])).toHaveLength(3);
    // Two imports that were both read before either was started.
    const [third, fourth] = [
      await read("bitly", line("D", code("d"))),
      await read("bitly", line("D", `d-${process.pid}-${unique}`)),
    ];
    expect([third.toCreate, fourth.toCreate]).toEqual([1, 1]);
    await run(third._id);
    expect(await run(fourth._id)).toMatchObject({ state: "done", done: 0, existing: 1, toCreate: 0 });
    // Links of other workspaces do not count as existing.
    const theirs = await read("bitly", line("A", code("e")), { user: eve });
    expect(theirs).toMatchObject({ toCreate: 1, existing: 0 });
    // Deleted links can be imported again.
    const { data } = await rowsOf(first._id);
    await call(api, "DELETE", `/api/urls/${data[0]?.urlId ?? ""}`, { user: ada });
    // No import stores texts of the deleted link.
    const rows = await sql(
      "SELECT one.* FROM link_import_row AS one JOIN link_import AS job ON job.id = import_id WHERE owner_id = $1",
      [ada.id],
    );
    expect(JSON.stringify(rows)).toContain(b);
    expect(JSON.stringify(rows)).not.toContain(a);
    expect(await read("bitly", line("A", a))).toMatchObject({ toCreate: 1, existing: 0 });
  });

  it("makes no link twice when its process ends between links and their note", async () => {
    const file = ["url", ...Array.from({ length: 700 }, (_, n) => `https://example.com/${n}`)].join("\n");
    const job = await read("csv", file);
    expect(await post(`/${job._id}/start`, {})).toMatchObject({ status: 200 });
    const dying = { ...api.services, beginStreams: diesAfter(api.services.beginStreams.bind(api.services)) };
    await expect(workImports(dying)).rejects.toThrow("killed");
    expect(await importOf(job._id)).toMatchObject({ state: "running", done: 0 });
    const count = () => sql("SELECT count(*)::int AS count FROM link WHERE owner_id = $1", [ada.id]);
    expect(await count()).toEqual([{ count: 500 }]);
    await workAll();
    expect(await importOf(job._id)).toMatchObject({ state: "done", done: 700, failed: 0, existing: 0 });
    expect(await count()).toEqual([{ count: 700 }]);
  });

  it("reads a file whatever its parts", async () => {
    const names = Array.from({ length: 40 }, (_, n) => `"Größe ""${n}"", 5\nlines"`);
    const file = `\uFEFFname;url\r\n${names.map((name, n) => `${name};https://example.com/ü/${n}\r\n`).join("")}`;
    const whole = await read("csv", file);
    const parts = await read("csv", file, { size: 7, user: eve });
    const shown = ({ data }: z.output<typeof rowsSchema>) =>
      data.map(({ row, ...rest }) => [row, rest["name"], rest["originalUrl"]]);
    expect(shown(await rowsOf(parts._id, "?limit=100", eve))).toEqual(shown(await rowsOf(whole._id, "?limit=100")));
    expect(whole).toMatchObject({ total: 40, toCreate: 40 });
    expect((await rowsOf(whole._id)).data[3]).toMatchObject({ row: 5, name: 'Größe "3", 5 lines' });
  });

  it("is cancelled: what it has made stays", async () => {
    const file = ["url", ...Array.from({ length: 600 }, (_, n) => `https://example.com/${n}`)].join("\n");
    const job = await read("csv", file);
    await post(`/${job._id}/start`, {});
    await workImports(api.services);
    expect(await post(`/${job._id}/cancel`, {})).toMatchObject({ status: 200 });
    await workAll();
    expect(await importOf(job._id)).toMatchObject({ state: "cancelled", done: 500 });
    expect(await post(`/${job._id}/start`, {})).toMatchObject({ status: 409 });
    expect((await rowsOf(job._id, "?after=500&limit=1")).data).toMatchObject([{ outcome: null, urlId: null }]);
  });

  it("is forgotten: one that nobody goes on with after days, the rows of one that has made nothing at once", async () => {
    const [left, done] = [
      await read("csv", "url\nhttps://example.com/left"),
      await read("csv", "url\nhttps://example.com/1"),
    ];
    await run(done._id);
    const later = (days: number) => new Date(Date.now() + days * 24 * 3600 * 1000);
    while (await forgetImports(holder, later(importLimits.idleDays - 1))) continue;
    expect(await importOf(left._id)).toMatchObject({ state: "ready" });
    while (await forgetImports(holder, later(importLimits.idleDays + 1))) continue;
    expect(await importOf(left._id)).toMatchObject({ state: "cancelled" });
    expect((await rowsOf(left._id)).data).toEqual([]);
    expect((await rowsOf(done._id)).data).toHaveLength(1);
    while (await forgetImports(holder, later(importLimits.days + importLimits.idleDays + 2))) continue;
    expect(await sql("SELECT FROM link_import WHERE owner_id = $1", [ada.id])).toEqual([]);
    expect(await sql("SELECT FROM link WHERE owner_id = $1", [ada.id])).toHaveLength(1);
  });

  it("is nobody else's", async () => {
    const job = await read("csv", "url\nhttps://example.com/");
    const calls = [
      call(api, "GET", `/api/imports/${job._id}`, { user: eve }),
      call(api, "GET", `/api/imports/${job._id}/rows`, { user: eve }),
      post(`/${job._id}/start`, {}, eve),
      post(`/${job._id}/cancel`, {}, eve),
      post(`/${job._id}/complete`, { parts: 1 }, eve),
    ];
    for (const answer of await Promise.all(calls)) expect(answer).toMatchObject({ status: 404 });
    expect(await sendPart(job._id, 2, "url", eve)).toMatchObject({ statusCode: 404 });
    expect(await importOf(job._id)).toMatchObject({ state: "ready" });
  });

  it("is gone with its account, and so is what says where links came from", async () => {
    const job = await read("csv", "url\nhttps://example.com/");
    await run(job._id);
    const mutation = "mutation ($password: String!) { deleteAccount(password: $password) }";
    expect((await graphql(api, mutation, { password }, ada)).body).not.toHaveProperty("errors");
    for (const table of ["link_import", "imported_link"]) {
      expect(await sql(`SELECT FROM ${table} WHERE owner_id = $1`, [ada.id])).toEqual([]);
    }
    expect(await sql("SELECT FROM link_import_row WHERE import_id = $1", [job._id])).toEqual([]);
  });

  it.each<[string, string, string | Buffer, string]>([
    ["nothing that is needed", "bitly", "a,b\n1,2\n", 'including "long_url"'],
    ["no links", "csv", "url\n", "The file contains no links"],
    ["no text", "csv", Buffer.from([0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0, 0, 3]), "not a UTF-8 text"],
    ["broken UTF-16", "csv", Buffer.from("\uFEFFurl\nhttps://example.com/\uD83D", "utf16le"), "not valid UTF-16"],
    ["an open quotation mark", "csv", 'url\n"https://example.com/\nx\n', "is not closed"],
    ["an endless row", "csv", `url\n"${"x".repeat(importLimits.recordBytes + 9)}`, "quotation mark"],
    ["fields without end", "dub", linesOfFields(501), "have 501 columns or fields"],
    ["broken JSON", "dub", '[{"url": "https://example.com/"', "not valid JSON"],
  ])("can't be read: %s", async (_what, source, file, message) => {
    const job = await read(source, file, { size: 200_000 });
    expect(job).toMatchObject({ state: "failed", problem: expect.stringContaining(message), toCreate: 0 });
    expect(await sql("SELECT FROM link_import_part WHERE import_id = $1", [job._id])).toEqual([]);
  });

  it("takes strange texts for what they are", async () => {
    const lines = [
      '{"url": "https://example.com/1", "title": "a\\u0000b\\ud800", "comments": "=cmd|calc", "tags": ["x\\u0000"]}',
      '{"url": "https://example.com/2", "title": 5, "tags": {"__proto__": 1}, "geo": [1], "expiresAt": {}, "key": "\\u0000"}',
      '{"__proto__": {"url": "https://example.com/3"}}',
      "not JSON",
      "[1]",
      `{"url": "https://example.com/4", "title": ${"[".repeat(100_000)}${"]".repeat(100_000)}}`,
      `{"url": "https://example.com/5", "title": "${"x".repeat(5000)}", "comments": "${"y".repeat(9000)}"}`,
    ];
    const job = await read("dub", lines.join("\n"));
    expect(job).toMatchObject({ state: "ready", total: 7 });
    await run(job._id);
    const { data } = await rowsOf(job._id);
    expect(data.map(({ verdict }) => verdict)).toMatchObject([
      "create",
      "create",
      "rejected",
      "rejected",
      "rejected",
      expect.any(String),
      "create",
    ]);
    expect(await linkOf(data[0]?.urlId ?? null)).toMatchObject({ note: "=cmd|calc" });
  });

  it("is refused: a part that is too large, one that is missing, and one too many imports", async () => {
    const id = await add("csv");
    expect(await sendPart(id, 1, Buffer.alloc(importLimits.partBytes + 1))).toMatchObject({ statusCode: 413 });
    expect(await sendPart(id, 1, "")).toMatchObject({ statusCode: 422 });
    expect(await sendPart(id, importLimits.partsMax + 1, "x")).toMatchObject({ statusCode: 422 });
    expect((await sendPart(id, 0, "x")).body).toContain("Must be a whole number of at least 1");
    expect(await post(`/${id}/complete`, { parts: 1 })).toMatchObject({ status: 422 });
    await sendPart(id, 2, "x");
    expect(await post(`/${id}/complete`, { parts: 2 })).toMatchObject({ status: 422 });
    expect(await post(`/${id}/start`, {})).toMatchObject({ status: 409 });
    for (let more = 1; more < importLimits.atOnce; more++) await add("csv");
    expect(await post("", { source: "csv" })).toMatchObject({
      status: 409,
      body: { error: { type: "CONFLICT_ERROR" } },
    });
    expect(await post("", { source: "elsewhere" })).toMatchObject({ status: 422 });
    for (const domain of ["elsewhere.example", "a\0b"]) {
      const error = {
        details: { fields: [{ field: "domain", message: "Unknown domain. Use a domain of your workspace" }] },
      };
      expect(await post("", { source: "csv", domain })).toMatchObject({ status: 422, body: { error } });
    }
  });
});

/** Runs the function and then throws, to simulate a process that is killed before it returns. */
function diesAfter<Args extends unknown[]>(work: (...args: Args) => Promise<unknown>) {
  return async (...args: Args): Promise<never> => {
    await work(...args);
    throw new Error("killed");
  };
}
