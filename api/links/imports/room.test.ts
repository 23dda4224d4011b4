import type { Outgoing } from "@hoplog/platform/outgoing/request.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { importLimits } from "@hoplog/schema/imports/limits.js";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { holdWork } from "../../testing/heldWork.ts";
import { inject } from "../../testing/inject.ts";
import { call, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { fetchPage } from "./fetchPage.ts";
import { forgetImports } from "./worker.ts";
import { workImports } from "./workImports.ts";

let api: TestApi;
/** Holds the workers' locks, so that imports continue only when a test lets them. */
let holder: pg.Client;
let ada: TestUser;
beforeAll(async () => {
  api = await openTestApi({ settings: { IMPORT_LINKS_MAX: 3 } });
  holder = await holdWork(api.databaseUrl, "hoplog imports", "hoplog import fetches");
});
beforeEach(async () => {
  ada = await signUp(api);
});
afterAll(async () => {
  await holder.end();
  await api.close();
});

async function add(body: object, user = ada): Promise<string> {
  const answer = await call(api, "POST", "/api/imports", { user, body });
  return z.object({ data: z.object({ _id: z.string() }) }).parse(answer.body).data._id;
}
/** Uploads a file with the given number of links and waits until it is read. */
async function read(links: number, user = ada): Promise<string> {
  const id = await add({ source: "csv" }, user);
  const payload = ["url,id", ...Array.from({ length: links }, (_, n) => `https://example.com/${n},${id}${n}`)].join(
    "\n",
  );
  const headers = { authorization: `Bearer ${user.accessToken}`, "content-type": "application/octet-stream" };
  await inject(api, { method: "PUT", url: `/api/imports/${id}/file?part=1`, headers, payload });
  await call(api, "POST", `/api/imports/${id}/complete`, { user, body: { parts: 1 } });
  while (await workImports(api.services)) continue;
  return id;
}
async function start(id: string, user = ada) {
  const answer = await call(api, "POST", `/api/imports/${id}/start`, { user });
  while (await workImports(api.services)) continue;
  return answer;
}
const importOf = async (id: string, user = ada) =>
  (await call(api, "GET", `/api/imports/${id}`, { user })).body["data"];

it("keeps rows of the latest imports of a workspace alone, where they are very many", async () => {
  const ended: string[] = [];
  for (let n = 0; n < 3; n++) {
    const id = await read(1);
    await start(id);
    ended.push(id);
  }
  const eve = await signUp(api);
  const theirs = await read(1, eve);
  await start(theirs, eve);
  const rowsOf = async (id: string, user = ada) =>
    (await call(api, "GET", `/api/imports/${id}/rows`, { user })).body["data"];
  const forget = async () => {
    while (await forgetImports(holder, new Date())) continue;
  };
  await forget();
  for (const id of ended) expect(await rowsOf(id)).toHaveLength(1);
  await holder.query(sql`UPDATE link_import SET total = ${importLimits.rowsKept} WHERE id = ${ended[1]}`);
  await forget();
  expect(await Promise.all(ended.map((id) => rowsOf(id)))).toEqual([[], [], [expect.anything()]]);
  expect(await rowsOf(theirs, eve)).toHaveLength(1);
  expect(await importOf(ended[0] ?? "")).toMatchObject({ state: "done", done: 1 });
});

describe("the links that imports of a workspace make", () => {
  it("are bounded: one that goes beyond says so when it is read, and others are let be", async () => {
    const first = await read(2);
    expect(await start(first)).toMatchObject({ status: 200 });
    expect(await importOf(first)).toMatchObject({ state: "done", done: 2 });
    const problem = "The imports of a workspace can create at most 3 links in 30 days. 1 more links are possible";
    const second = await read(2);
    expect(await importOf(second)).toMatchObject({ state: "failed", problem });
    expect(await start(second)).toMatchObject({ status: 409 });
    expect(await start(await read(1))).toMatchObject({ status: 200 });
    // The limit applies to this workspace only, and links created by calls cannot use places reserved for imports.
    const eve = await signUp(api);
    expect(await start(await read(3, eve), eve)).toMatchObject({ status: 200 });
    const made = await call(api, "POST", "/api/urls", {
      user: ada,
      body: { originalUrl: "https://example.com/", name: "A" },
    });
    expect(made.status).toBe(201);
  });

  it("are counted again at the start, whatever there was room for when an import was read", async () => {
    const [first, second] = [await read(2), await read(2)];
    expect(await start(first)).toMatchObject({ status: 200 });
    expect(await start(second)).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining("1 more links are possible") } },
    });
    expect(await importOf(second)).toMatchObject({ state: "ready" });
  });

  it("are so many of an import by key too", async () => {
    const id = await add({ source: "kutt", api: { address: "https://source.example", key: "k" } });
    const data = [1, 2, 3, 4].map((n) => ({ id: `${n}`, address: `room${n}`, target: "https://example.com/" }));
    const importRequest: Outgoing = async ({ url }) => {
      const body = Buffer.from(JSON.stringify({ total: 4, data }));
      return { status: 200, headers: {}, body, isCut: false, url };
    };
    while (await fetchPage({ ...api.services, importRequest })) continue;
    expect(await importOf(id)).toMatchObject({
      state: "failed",
      problem: expect.stringContaining("3 more links are possible"),
    });
  });
});
