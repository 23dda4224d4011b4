import { limits } from "@hoplog/schema/limits.js";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { holdWork } from "../testing/heldWork.ts";
import { inject } from "../testing/inject.ts";
import { call, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../testing/testApi.ts";
import { workImports } from "./workImports.ts";

let api: TestApi;
/** Holds the worker's lock: imports go on when a test says so. */
let holder: pg.Client;
let ada: TestUser;
beforeAll(async () => {
  api = await openTestApi();
  holder = await holdWork(api.databaseUrl, "hoplog imports");
});
beforeEach(async () => {
  ada = await signUp(api);
});
afterAll(async () => {
  await holder.end();
  await api.close();
});

const importSchema = z.object({
  data: z.object({
    _id: z.string(),
    toCreate: z.number(),
    done: z.number(),
    failed: z.number(),
    losses: z.array(z.object({ kind: z.string(), links: z.number() })),
  }),
});
const rowsSchema = z.object({
  data: z.array(
    z.object({
      shortUrl: z.string().nullable(),
      urlId: z.string().nullable(),
      losses: z.array(z.object({ kind: z.string(), message: z.string() })),
    }),
  ),
});
const post = (path: string, body: object) => call(api, "POST", `/api/imports${path}`, { user: ada, body });

async function importOf(id: string) {
  return importSchema.parse((await call(api, "GET", `/api/imports/${id}`, { user: ada })).body).data;
}
async function rowsOf(id: string) {
  return rowsSchema.parse((await call(api, "GET", `/api/imports/${id}/rows`, { user: ada })).body).data;
}
/** Sends each part by itself, and has all of it read. */
async function read(source: string, ...parts: string[]) {
  const { _id: id } = importSchema.parse((await post("", { source })).body).data;
  for (const [n, payload] of parts.entries()) {
    const { statusCode } = await inject(api, {
      method: "PUT",
      url: `/api/imports/${id}/file?part=${n + 1}`,
      headers: { authorization: `Bearer ${ada.accessToken}`, "content-type": "application/octet-stream" },
      payload,
    });
    expect(statusCode).toBe(200);
  }
  await post(`/${id}/complete`, { parts: parts.length });
  while (await workImports(api.services)) continue;
  return importOf(id);
}
async function run(id: string) {
  await post(`/${id}/start`, {});
  while (await workImports(api.services)) continue;
  return importOf(id);
}
const linkOf = async (id: string | null | undefined) =>
  z
    .looseObject({ tags: z.array(z.string()).optional() })
    .parse((await call(api, "GET", `/api/urls/${id ?? ""}`, { user: ada })).body["data"]);
const countOf = (losses: readonly { kind: string; links: number }[]) =>
  Object.fromEntries(losses.map(({ kind, links }) => [kind, links]));

describe("an import makes a link", () => {
  it("with another code and without its external id, where an earlier part has them", async () => {
    const code = `twice-${process.pid}`;
    const line = (id: number, shortUrl: string, externalId: string) =>
      `${JSON.stringify({ id, name: `Link ${id}`, originalUrl: `https://example.com/${id}`, shortUrl, externalId })}\n`;
    const job = await read(
      "hoplog",
      line(1, code, "first"),
      line(2, code, "second") + line(3, "", "first") + line(4, code, "first"),
    );
    // The dry run says so, and making them no more than that.
    expect(countOf(job.losses)).toEqual({ code: 2, text: 2 });
    const foreseen = await rowsOf(job._id);
    expect(await run(job._id)).toMatchObject({ done: 4, failed: 0 });
    expect(countOf((await importOf(job._id)).losses)).toEqual({ code: 2, text: 2 });
    expect((await rowsOf(job._id)).map(({ losses }) => losses)).toEqual(foreseen.map(({ losses }) => losses));
    const rows = await rowsOf(job._id);
    const [isCode, isText] = [
      { kind: "code", message: `Short URL: ${code} is taken, so the link gets another one` },
      { kind: "text", message: "Another link has its external id" },
    ];
    expect(rows.map(({ losses }) => losses)).toEqual([[], [isCode], [isText], [isCode, isText]]);
    expect(rows.map(({ shortUrl }) => shortUrl)).toEqual([code, null, null, null]);
    const [one, two, , four] = await Promise.all(rows.map(async ({ urlId }) => linkOf(urlId)));
    expect([one?.["externalId"], two?.["externalId"], four?.["externalId"]]).toEqual(["first", "second", null]);
  });

  it("with another code where somebody has taken its own since the dry run", async () => {
    const code = `since-${process.pid}`;
    const job = await read("csv", `name,url,short url\nOne,https://example.com/1,${code}\n`);
    expect(job.losses).toEqual([]);
    await makeLink(api, await signUp(api), { shortUrl: code });
    expect(await run(job._id)).toMatchObject({ done: 1, failed: 0, losses: [{ kind: "code", links: 1 }] });
  });

  const addTags = (from: number, to: number) =>
    holder.query(
      `INSERT INTO tag (id, owner_id, name, key, colour, created_at)
       SELECT gen_random_uuid(), $1, 'Tag ' || n, 'tag ' || n, 'gray', now() FROM generate_series($2::int, $3::int) AS n`,
      [ada.id, from, to],
    );

  it("without the tags that there is no room for, as the dry run says, whatever its parts", async () => {
    await addTags(1, limits.tagsPerWorkspace - 1);
    const job = await read(
      "csv",
      "name,url,tags\nOne,https://example.com/1,tag 1|new|newer\n",
      "Two,https://example.com/2,newer\nThree,https://example.com/3,NEW\n",
    );
    const losses = [{ kind: "tags", links: 2 }];
    expect(job).toMatchObject({ toCreate: 3, losses });
    expect(await run(job._id)).toMatchObject({ done: 3, failed: 0, losses });
    const rows = await rowsOf(job._id);
    const tags = await Promise.all(rows.map(async ({ urlId }) => (await linkOf(urlId)).tags));
    expect(tags).toEqual([["NEW", "Tag 1"], [], ["NEW"]]);
    const lost = { kind: "tags", message: "A workspace can have at most 1000 tags" };
    expect(rows.map((row) => row.losses)).toEqual([[lost], [lost], []]);
  });

  it("without the tags that others have taken the room of since the dry run", async () => {
    await addTags(2, limits.tagsPerWorkspace - 1);
    const job = await read(
      "csv",
      "name,url,tags\nOne,https://example.com/1,tag 2|new|newer\nTwo,https://example.com/2,newer\n",
    );
    expect(job.losses).toEqual([]);
    await addTags(1, 1);
    expect(await run(job._id)).toMatchObject({ done: 2, failed: 0, losses: [{ kind: "tags", links: 2 }] });
    const rows = await rowsOf(job._id);
    const tags = await Promise.all(rows.map(async ({ urlId }) => (await linkOf(urlId)).tags));
    expect(tags).toEqual([["new", "Tag 2"], []]);
    expect(rows[1]?.losses).toEqual([{ kind: "tags", message: "A workspace can have at most 1000 tags" }]);
  });
});
