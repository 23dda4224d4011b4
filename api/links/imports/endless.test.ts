import type { Outgoing } from "@hoplog/platform/outgoing/request.js";
import { importLimits } from "@hoplog/schema/imports/limits.js";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { holdWork } from "../../testing/heldWork.ts";
import { call, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { importVisits } from "./importVisits.ts";
import { fetchPage } from "./fetchPage.ts";
import { inTurn } from "./worker.ts";
import { workImports } from "./workImports.ts";

let api: TestApi;
/** Holds the workers' locks, so that imports continue only when a test lets them. */
let holder: pg.Client;
let ada: TestUser;
beforeAll(async () => {
  api = await openTestApi();
  holder = await holdWork(api.databaseUrl, "hoplog imports", "hoplog import fetches");
});
beforeEach(async () => {
  ada = await signUp(api);
});
afterAll(async () => {
  await holder.end();
  await api.close();
});

/** Creates services whose import source gives the given answers. */
function answering(answers: (url: URL) => unknown) {
  let asked = 0;
  const importRequest: Outgoing = ({ url }) => {
    asked++;
    const body = Buffer.from(JSON.stringify(answers(new URL(url))));
    return Promise.resolve({ status: 200, headers: {}, body, isCut: false, url });
  };
  return { services: { ...api.services, importRequest }, asked: () => asked };
}
async function begin(source: string): Promise<string> {
  const body = { source, api: { address: "https://source.example", key: "k" } };
  const answer = await call(api, "POST", "/api/imports", { user: ada, body });
  return z.object({ data: z.object({ _id: z.string() }) }).parse(answer.body).data._id;
}
const importOf = async (id: string) => (await call(api, "GET", `/api/imports/${id}`, { user: ada })).body["data"];

describe("a source without an end", () => {
  it("fails that repeats its links page by page", async () => {
    const id = await begin("kutt");
    const same = { id: "1", address: "a", target: "https://example.com/" };
    const { services, asked } = answering(() => ({ total: 1_000_000, data: [same] }));
    while (await fetchPage(services)) continue;
    expect(asked()).toBe(importLimits.repeatedPages + 1);
    expect(await importOf(id)).toMatchObject({
      state: "failed",
      problem: "The import was stopped, because the source does not end: 20 pages in a row had no new link",
      total: 1,
    });
  });

  it("fails whose links have more and more fields, which would be read by no name", async () => {
    const id = await begin("kutt");
    let page = 0;
    const { services } = answering(() => {
      page++;
      const fields = Array.from({ length: 200 }, (_, n) => [`field ${page} ${n}`, "x"]);
      return { total: 30, data: [{ id: page, target: "https://example.com/", ...Object.fromEntries(fields) }] };
    });
    while (await fetchPage(services)) continue;
    expect(await importOf(id)).toMatchObject({
      state: "failed",
      problem: expect.stringMatching(
        /^The links have 602 columns or fields, but at most 500 are supported. Remove .* field 3 98 on$/,
      ),
      total: 2,
    });
  });

  it("may have many empty pages, one for each of its lists", async () => {
    const id = await begin("bitly");
    const groups = Array.from({ length: 30 }, (_, n) => ({ guid: `g${n}` }));
    const link = { id: "bit.ly/a", link: "https://bit.ly/a", long_url: "https://example.com/" };
    const { services } = answering(({ pathname }) => {
      if (pathname === "/v4/groups") return { groups };
      return { links: pathname.includes("/g29/") ? [link] : [] };
    });
    while (await fetchPage(services)) continue;
    expect(await importOf(id)).toMatchObject({ state: "ready", total: 1 });
  });

  it("is asked no more for visits of a link than it has counted, nor behind an empty page", async () => {
    const id = await begin("shlink");
    const pagination = { pagesCount: 1_000_000 };
    const link = (shortCode: string, total: number) => {
      return { shortCode, longUrl: "https://example.com/", visitsSummary: { total } };
    };
    const visits = Array.from({ length: 1000 }, () => ({ date: "2024-01-01T00:00:00Z" }));
    const { services, asked } = answering(({ pathname }) => {
      if (pathname.endsWith("/visits"))
        return { visits: { data: pathname.includes("/many/") ? visits : [], pagination } };
      return { shortUrls: { data: [link("many", 5), link("none", 1e300)], pagination: { pagesCount: 1 } } };
    });
    while (await fetchPage(services)) continue;
    await call(api, "POST", `/api/imports/${id}/start`, { user: ada, body: {} });
    while (await workImports(services)) continue;
    while (await importVisits(services)) continue;
    expect(asked()).toBe(4);
    expect(await importOf(id)).toMatchObject({
      visitsState: "done",
      visitsDone: 2,
      visitsProblem: null,
      visitsImported: 2000 + importLimits.visitsMax,
    });
  });

  it("is asked no more where it counts more visits than there can be: what it said of its links remains", async () => {
    const id = await begin("bitly");
    const link = { id: "bit.ly/a", link: "https://bit.ly/a", long_url: "https://example.com/", clicks: 7 };
    const { services } = answering(({ pathname }) => {
      if (pathname === "/v4/groups") return { groups: [{ guid: "g" }] };
      if (pathname.endsWith("/clicks")) return { link_clicks: [{ date: "2024-01-01T00:00:00+0000", clicks: 1e13 }] };
      return { links: [link] };
    });
    while (await fetchPage(services)) continue;
    await call(api, "POST", `/api/imports/${id}/start`, { user: ada, body: {} });
    while (await workImports(services)) continue;
    let passed = 0;
    const later = { ...services, now: () => new Date(Date.now() + (passed += 3_600_000)) };
    while (await importVisits(later)) continue;
    expect(await importOf(id)).toMatchObject({
      visitsState: "done",
      visitsProblem: "The source reports more visits than an import can store",
      visitsImported: 7,
    });
  });
});

describe("links and visits", () => {
  it("come in turn, whatever of the other is left", async () => {
    const done: string[] = [];
    let links = 2;
    const next = inTurn(
      () => Promise.resolve(links-- > 0 && done.push("links") > 0),
      () => Promise.resolve(done.push("visits") > 0),
    );
    for (let step = 0; step < 5; step++) expect(await next()).toBe(true);
    expect(done).toEqual(["links", "visits", "links", "visits", "visits"]);
  });
});
