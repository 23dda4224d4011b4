import { sql } from "@hoplog/platform/postgres/sql.js";
import { limits } from "@hoplog/schema/limits.js";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { holdWork } from "../../testing/heldWork.ts";
import { call, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { workChunk } from "./workChunk.ts";

let api: TestApi;
/** Holds the worker's lock, so that jobs continue only when a test lets them. */
let holder: pg.Client;
let ada: TestUser;
let linkId: string;
beforeAll(async () => {
  api = await openTestApi();
  holder = await holdWork(api.databaseUrl, "hoplog link jobs");
});
beforeEach(async () => {
  ada = await signUp(api);
  ({ id: linkId } = await makeLink(api, ada));
});
afterAll(async () => {
  await holder.end();
  await api.close();
});

const withId = z.object({ data: z.object({ _id: z.string() }) });
let notes = 0;

async function start(user = ada, id = linkId): Promise<string> {
  const body = { urlIds: [id], change: { note: `${++notes}` } };
  const answer = await call(api, "POST", "/api/urls/jobs", { user, body });
  expect(answer).toMatchObject({ status: 201 });
  return withId.parse(answer.body).data._id;
}
async function done(user = ada, id = linkId): Promise<string> {
  const job = await start(user, id);
  while (await workChunk(api.services)) continue;
  return job;
}
const statusOf = async (id: string, user = ada) =>
  (await call(api, "GET", `/api/urls/jobs/${id}/results`, { user })).status;
/** Sets the number of links of a job to the maximum of stored results. */
const enlarge = (id: string) =>
  holder.query(sql`UPDATE link_job SET total = ${limits.linkJobResultsKept} WHERE id = ${id}`);

it("removes the oldest jobs of a workspace that has very many results, and nobody else's", async () => {
  const eve = await signUp(api);
  const theirs = await done(eve, (await makeLink(api, eve)).id);
  const [first, second] = [await done(), await done()];
  expect(await statusOf(first)).toBe(200);
  await enlarge(second);
  const third = await done();
  expect(await Promise.all([first, second, third].map((id) => statusOf(id)))).toEqual([404, 404, 200]);
  expect(await statusOf(theirs, eve)).toBe(200);
});

it("removes none that isn't over, nor one that is being undone", async () => {
  const first = await done();
  const undo = await call(api, "POST", `/api/urls/jobs/${first}/undo`, { user: ada });
  const waiting = await start();
  await enlarge(waiting);
  const last = await start();
  const undoId = withId.parse(undo.body).data._id;
  const all = [first, undoId, waiting, last];
  expect(await Promise.all(all.map((id) => statusOf(id)))).toEqual(all.map(() => 200));
  while (await workChunk(api.services)) continue;
  await done();
  expect(await Promise.all(all.map((id) => statusOf(id)))).toEqual([404, 404, 404, 200]);
});
