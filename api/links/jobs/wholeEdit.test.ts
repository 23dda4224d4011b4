import type pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { holdWork } from "../../testing/heldWork.ts";
import { call, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { workChunk } from "./workChunk.ts";

let api: TestApi;
/** Holds the worker's lock, so that jobs continue only when a test lets them. */
let holder: pg.Client;
let ada: TestUser;
beforeAll(async () => {
  api = await openTestApi();
  holder = await holdWork(api.databaseUrl, "hoplog link jobs");
  ada = await signUp(api);
});
afterAll(async () => {
  await holder.end();
  await api.close();
});

const jobSchema = z.object({ data: z.object({ _id: z.string() }) });
const linkOf = async (id: string) => (await call(api, "GET", `/api/urls/${id}`, { user: ada })).body["data"];

/** Starts a job, runs it to its end, and returns its final state. */
async function done(path: string, body: object) {
  const answer = await call(api, "POST", `/api/urls/jobs${path}`, { user: ada, body });
  expect(answer).toMatchObject({ status: 201 });
  const { _id } = jobSchema.parse(answer.body).data;
  while (await workChunk(api.services)) continue;
  const job = await call(api, "GET", `/api/urls/jobs/${_id}`, { user: ada });
  const results = await call(api, "GET", `/api/urls/jobs/${_id}/results`, { user: ada });
  return { _id, job: job.body["data"], results: results.body["data"] };
}

const ruleFor = (country: string) => ({
  name: country,
  when: { field: "country", op: "in", values: [country] },
  then: { url: `https://example.com/${country}` },
});

it("sets all that one edit can, whether links have it already or not, and sets all of it back", async () => {
  const plain = await makeLink(api, ada);
  const arms = ["a", "b"].map((name) => ({ name, url: `https://example.com/${name}`, weight: 1 }));
  const own = await makeLink(api, ada, {
    rules: [ruleFor("FR"), ruleFor("IT")],
    split: { arms, sticky: true },
    expiresAt: "2041-01-01T00:00:00Z",
    maxClicks: 7,
    preview: { title: "Own" },
  });
  const begins = await makeLink(api, ada, { notBefore: "2050-01-01T00:00:00Z" });
  const before = await linkOf(own.id);
  const change = {
    rules: [ruleFor("DE")],
    split: null,
    expiresAt: "2040-01-01T00:00:00Z",
    expiredUrl: "https://example.com/over",
    maxClicks: 100,
    timeZone: "Europe/Berlin",
    preview: { title: "Spring" },
    appendPath: true,
  };
  const { _id, job, results } = await done("", { urlIds: [plain.id, own.id, begins.id], change });
  expect(job).toMatchObject({ done: 2, failed: 1 });
  // The third link would expire before it starts.
  expect(results).toMatchObject([{}, {}, { outcome: "failed", error: { type: "VALIDATION_ERROR" } }]);
  for (const { id } of [plain, own]) {
    const link = await linkOf(id);
    expect(link).not.toHaveProperty("split");
    expect(link).toMatchObject({
      rules: [{ name: "DE" }],
      expiresAt: "2040-01-01T00:00:00.000Z",
      maxClicks: 100,
      preview: { title: "Spring" },
      appendPath: true,
    });
  }
  const undone = await done(`/${_id}/undo`, {});
  expect(undone.job).toMatchObject({ done: 2, failed: 0 });
  const back = await linkOf(plain.id);
  for (const name of Object.keys(change)) expect(back).not.toHaveProperty(name);
  const { rules, split, expiresAt, maxClicks, preview } = z.looseObject({}).parse(before);
  expect(await linkOf(own.id)).toMatchObject({ rules, split, expiresAt, maxClicks, preview });
});

it("moves links to a domain, but for one whose code is taken there", async () => {
  const added = await call(api, "POST", "/api/domains", { user: ada, body: { name: "go.whole.example" } });
  expect(added.status).toBe(201);
  await makeLink(api, ada, { shortUrl: "taken-code", domain: "go.whole.example" });
  const clash = await makeLink(api, ada, { shortUrl: "taken-code" });
  const free = await makeLink(api, ada);
  const { job, results } = await done("", { urlIds: [clash.id, free.id], change: { domain: "go.whole.example" } });
  expect(job).toMatchObject({ done: 1, failed: 1 });
  expect(results).toMatchObject([{ error: { type: "CONFLICT_ERROR" } }, { outcome: "done" }]);
});

it("is refused at once for a domain that is not the workspace's", async () => {
  const { id } = await makeLink(api, ada);
  const eve = await signUp(api);
  const added = await call(api, "POST", "/api/domains", { user: eve, body: { name: "go.others.example" } });
  expect(added.status).toBe(201);
  const body = { urlIds: [id], change: { domain: "go.others.example" } };
  const { status, body: answer } = await call(api, "POST", "/api/urls/jobs", { user: ada, body });
  expect(status).toBe(422);
  expect(answer).toMatchObject({ error: { details: { fields: [{ field: "domain" }] } } });
});

it("asks an API key for tags:write where it may make tags, and not where it takes them off", async () => {
  const { id } = await makeLink(api, ada, { tags: ["Spring", "Autumn"] });
  const asked = { name: "Program", scopes: ["links:write"] };
  const made = await call(api, "POST", "/api/keys", { user: ada, body: asked });
  const { key } = z.object({ data: z.object({ key: z.string() }) }).parse(made.body).data;
  const startWith = async (change: object) => {
    const body = { urlIds: [id], change };
    return (await call(api, "POST", "/api/urls/jobs", { user: { ...ada, accessToken: key }, body })).status;
  };
  expect(await startWith({ addTags: ["Winter"] })).toBe(403);
  expect(await startWith({ tags: ["Winter"] })).toBe(403);
  expect(await startWith({ removeTags: ["Spring"] })).toBe(201);
  while (await workChunk(api.services)) continue;
  expect(await linkOf(id)).toMatchObject({ tags: ["Autumn"] });
  expect(await startWith({ tags: [] })).toBe(201);
  while (await workChunk(api.services)) continue;
  expect(await linkOf(id)).toMatchObject({ tags: [] });
});
