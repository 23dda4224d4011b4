import { sql } from "@hoplog/platform/postgres/sql.js";
import { importLimits } from "@hoplog/schema/imports/limits.js";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { holdWork } from "../../testing/heldWork.ts";
import { inject } from "../../testing/inject.ts";
import { call, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
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

const importSchema = z.object({ _id: z.string(), state: z.string() }).loose();
const workAll = async () => {
  while (await workImports(api.services)) continue;
};
const importOf = async (id: string) =>
  importSchema.parse((await call(api, "GET", `/api/imports/${id}`, { user: ada })).body["data"]);
const rowsOf = async (id: string) => (await call(api, "GET", `/api/imports/${id}/rows`, { user: ada })).body;
const partsOf = async (id: string) =>
  (await api.services.reads.query(sql`SELECT FROM link_import_part WHERE import_id = ${id}`)).rows.length;

async function read(source: string, file: string, size: number = importLimits.partBytes, fileName = "links.csv") {
  const added = await call(api, "POST", "/api/imports", { user: ada, body: { source, fileName } });
  const id = importSchema.parse(added.body["data"])._id;
  const bytes = Buffer.from(file);
  let parts = 0;
  for (let at = 0; at < bytes.length; at += size) {
    await inject(api, {
      method: "PUT",
      url: `/api/imports/${id}/file?part=${++parts}`,
      headers: { authorization: `Bearer ${ada.accessToken}`, "content-type": "application/octet-stream" },
      payload: bytes.subarray(at, at + size),
    });
  }
  await call(api, "POST", `/api/imports/${id}/complete`, { user: ada, body: { parts } });
  await workAll();
  return importOf(id);
}
async function run(id: string) {
  await call(api, "POST", `/api/imports/${id}/start`, { user: ada, body: {} });
  await workAll();
  return importOf(id);
}

it("reads its file once more when columns are chosen, without another upload", async () => {
  const slug = `chosen-${process.pid}`;
  const job = await read("csv", `Ziel,Kürzel,Team\nhttps://example.com/1,${slug},Sales\n`, 20);
  expect(job).toMatchObject({ state: "ready", toCreate: 0, rejected: 1 });
  const change = (body: object, user = ada) => call(api, "PATCH", `/api/imports/${job._id}`, { user, body });
  expect(await change({ columns: { Ziel: "destination" } }, eve)).toMatchObject({ status: 404 });
  expect(await change({})).toMatchObject({ status: 422 });
  for (const columns of [{ Zie: "destination" }, { Ziel: "code", Kürzel: "code" }, { Ziel: "elsewhere" }]) {
    expect(await change({ columns }), JSON.stringify(columns)).toMatchObject({ status: 422 });
  }
  const columns = { Ziel: "destination", Kürzel: "code" };
  expect(await change({ columns })).toMatchObject({ status: 200, body: { data: { state: "reading", total: 0 } } });
  await workAll();
  expect(await importOf(job._id)).toMatchObject({
    toCreate: 1,
    rejected: 0,
    warnings: [],
    losses: [{ kind: "column", links: 1 }],
    columns: [
      { name: "Ziel", use: "destination", isChosen: true, filled: 1 },
      { name: "Kürzel", use: "code" },
      { name: "Team", use: null, filled: 1, closes: false },
    ],
  });
  expect((await rowsOf(job._id))["data"]).toMatchObject([
    { shortUrl: slug, losses: [{ kind: "column", message: 'Column Team "Sales" is not imported' }] },
  ]);
  expect(await run(job._id)).toMatchObject({ state: "done", done: 1 });
  expect(await partsOf(job._id)).toBe(0);
  expect(await change({ columns })).toMatchObject({ status: 409 });
});

it("reads a large document once more", async () => {
  const links = Array.from({ length: importLimits.stepRows + 1 }, (_, n) => ({
    url: `https://example.com/${n}`,
    a: 1,
  }));
  const job = await read("csv", JSON.stringify(links));
  expect(job).toMatchObject({ state: "ready", toCreate: links.length });
  const body = { columns: { a: "ignore" } };
  expect(await call(api, "PATCH", `/api/imports/${job._id}`, { user: ada, body })).toMatchObject({ status: 200 });
  await workAll();
  expect(await importOf(job._id)).toMatchObject({ state: "ready", toCreate: links.length, losses: [] });
});

it("takes equal ids of other files for other links, and knows the links of a file again", async () => {
  const [first, second] = [`first-${process.pid}`, `second-${process.pid}`];
  const file = (slug: string) => `id,code,url\n9001,${slug},https://example.com/${slug}\n`;
  const size = importLimits.partBytes;
  await run((await read("csv", file(first), size, "a.csv"))._id);
  const other = await read("csv", file(second), size, "b.csv");
  expect(other).toMatchObject({ toCreate: 1, existing: 0, name: "b.csv" });
  // A link with the same name is a different one if code and destination differ.
  await call(api, "PATCH", `/api/imports/${other._id}`, { user: ada, body: { name: "a.csv" } });
  await workAll();
  expect(await importOf(other._id)).toMatchObject({ state: "ready", toCreate: 1, existing: 0, name: "a.csv" });
  expect(await run(other._id)).toMatchObject({ done: 1 });
  for (const [slug, name] of [
    [first, "a.csv"],
    [second, "a.csv"],
    [first, "a (1).csv"],
  ] as const) {
    const again = await read("csv", file(slug), size, name);
    expect(again, `${slug} in ${name}`).toMatchObject({ toCreate: 0, existing: 1 });
    await call(api, "POST", `/api/imports/${again._id}/cancel`, { user: ada, body: {} });
  }
});

it("creates links of two files whose equal ids nothing had before either was started", async () => {
  const file = (slug: string) => `id,code,url\n1,${slug}-${process.pid},https://example.com/${slug}\n`;
  const [one, two] = [await read("csv", file("one")), await read("csv", file("two"))];
  expect([await run(one._id), await run(two._id)]).toMatchObject([{ done: 1 }, { done: 1, existing: 0 }]);
  expect((await rowsOf(two._id))["data"]).toMatchObject([{ outcome: "done", urlId: expect.any(String) }]);
});

it("gives the second of two rows with one code another one, and rejects an equal row by the first one's number", async () => {
  const slug = `twice-${process.pid}`;
  const row = `${slug},https://example.com/1\n`;
  const job = await read("csv", `code,url\n${row}${slug},https://example.com/2\n${row}`);
  expect(job).toMatchObject({ toCreate: 2, rejected: 1 });
  expect((await rowsOf(job._id))["data"]).toMatchObject([
    { shortUrl: slug },
    { shortUrl: null, losses: [{ kind: "code" }] },
    { error: { message: "This link also occurs in row 2, which is imported" } },
  ]);
});
