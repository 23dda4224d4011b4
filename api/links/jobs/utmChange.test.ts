import { limits } from "@hoplog/schema/limits.js";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { holdWork } from "../../testing/heldWork.ts";
import { call, graphql, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { workChunk } from "./workChunk.ts";

let api: TestApi;
/** Holds the worker's lock, so that jobs continue only when a test lets them. */
let holder: pg.Client;
let ada: TestUser;
beforeAll(async () => {
  api = await openTestApi();
  holder = await holdWork(api.databaseUrl, "hoplog link jobs");
});
beforeEach(async () => {
  ada = await signUp(api);
});
afterAll(async () => {
  await holder.end();
  await api.close();
});

const jobSchema = z.object({ data: z.object({ _id: z.string() }) });
const linkSchema = z.object({ data: z.object({ originalUrl: z.string() }) });

const post = (path: string, body: object) => call(api, "POST", `/api/urls/jobs${path}`, { user: ada, body });
const destinationOf = async (id: string, user = ada) =>
  linkSchema.parse((await call(api, "GET", `/api/urls/${id}`, { user })).body).data.originalUrl;

/** Starts a job, runs it to its end, and returns its final state. */
async function done(path: string, body: object) {
  const answer = await post(path, body);
  expect(answer).toMatchObject({ status: 201 });
  const { _id } = jobSchema.parse(answer.body).data;
  while (await workChunk(api.services)) continue;
  const job = await call(api, "GET", `/api/urls/jobs/${_id}`, { user: ada });
  const results = await call(api, "GET", `/api/urls/jobs/${_id}/results`, { user: ada });
  return { _id, job: job.body["data"], results: results.body["data"] };
}

it("sets and takes out campaign parameters in the destination that each link has, and is undone", async () => {
  const eve = await signUp(api);
  const plain = await makeLink(api, ada, { originalUrl: "https://example.com/a" });
  const tagged = await makeLink(api, ada, { originalUrl: "https://example.org/?utm_term=b&x=1&utm_source=old#c" });
  const already = await makeLink(api, ada, { originalUrl: "https://example.com/?utm_source=spring+news" });
  const theirs = await makeLink(api, eve, { originalUrl: "https://example.com/" });
  const urlIds = [plain.id, tagged.id, already.id, theirs.id];
  const change = { utm: { utm_source: " spring news ", utm_term: null } };
  const { _id, job, results } = await done("", { urlIds, change });
  expect(job).toMatchObject({ done: 2, unchanged: 1, failed: 1, canUndo: true });
  expect(results).toMatchObject([{}, {}, {}, { name: null, error: { type: "NOT_FOUND_ERROR" } }]);
  expect(await destinationOf(plain.id)).toBe("https://example.com/a?utm_source=spring+news");
  expect(await destinationOf(tagged.id)).toBe("https://example.org/?x=1&utm_source=spring+news#c");
  expect(await destinationOf(theirs.id, eve)).toBe("https://example.com/");
  const undone = await done(`/${_id}/undo`, {});
  expect(undone.job).toMatchObject({ done: 2, failed: 0 });
  expect(await destinationOf(tagged.id)).toBe("https://example.org/?utm_term=b&x=1&utm_source=old#c");
});

it("sets them in the destination that the same job gives, beside tags and options", async () => {
  const { id } = await makeLink(api, ada, { originalUrl: "https://example.com/?utm_source=old" });
  const edit = { originalUrl: "https://example.org/?a=1", redirectStatus: 307, addTags: ["Spring"] };
  const { job } = await done("", { urlIds: [id], change: { ...edit, utm: { ref: "partner" } } });
  expect(job).toMatchObject({ done: 1 });
  const { body } = await call(api, "GET", `/api/urls/${id}`, { user: ada });
  expect(body["data"]).toMatchObject({
    originalUrl: "https://example.org/?a=1&ref=partner",
    redirectStatus: 307,
    tags: ["Spring"],
  });
});

it("takes them over GraphQL", async () => {
  const { id } = await makeLink(api, ada, { originalUrl: "https://example.com/" });
  const start = (utm: object[]) =>
    graphql(
      api,
      "mutation ($input: StartLinkJobInput!) { startLinkJob(input: $input) { fields } }",
      { input: { linkIds: [id], change: { utm } } },
      ada,
    );
  const started = await start([{ field: "utm_source", value: "mail" }]);
  expect(started.body).toEqual({ data: { startLinkJob: { fields: ["utm"] } } });
  while (await workChunk(api.services)) continue;
  expect(await destinationOf(id)).toBe("https://example.com/?utm_source=mail");
  const twice = await start([
    { field: "ref", value: "a" },
    { field: "ref", value: "b" },
  ]);
  const details = { fields: [{ field: "change.utm.ref", message: "Provide this parameter only once" }] };
  expect(twice.body).toMatchObject({ errors: [{ extensions: { type: "VALIDATION_ERROR", details } }] });
});

it("refuses a value that is too long or that the workspace's rules don't allow, and an unknown parameter", async () => {
  const { id } = await makeLink(api, ada, { originalUrl: "https://example.com/" });
  const rules = { lowerCase: true, allowed: { utm_medium: ["email"] } };
  await call(api, "PUT", "/api/utm/rules", { user: ada, body: rules });
  const refused = async (utm: object) => {
    const answer = await post("", { urlIds: [id], change: { utm } });
    expect(answer).toMatchObject({ status: 422, body: { error: { type: "VALIDATION_ERROR" } } });
    return JSON.stringify(answer.body);
  };
  expect(await refused({ ref: "x".repeat(limits.utmValueMax + 1) })).toContain('"change.utm.ref"');
  for (const value of ["a\0b", "\uD800"])
    expect(await refused({ ref: value })).toContain("invisible or control characters");
  const both = await refused({ utm_source: "Mail", utm_medium: "print" });
  expect(both).toContain('"change.utm.utm_source"');
  expect(both).toContain('"change.utm.utm_medium"');
  await refused({ utm_id: "x" });
  await refused({});
});

it("fails for links whose destination would get too long, and leaves them as they are", async () => {
  const long = `https://example.com/?a=${"x".repeat(limits.originalUrlMax - 40)}`;
  const { id } = await makeLink(api, ada, { originalUrl: long });
  const other = await makeLink(api, ada, { originalUrl: "https://example.com/" });
  const utm = { utm_campaign: "y".repeat(limits.utmValueMax) };
  const { job, results } = await done("", { urlIds: [id, other.id], change: { utm } });
  expect(job).toMatchObject({ done: 1, failed: 1 });
  expect(results).toMatchObject([{ error: { type: "VALIDATION_ERROR" } }, { outcome: "done" }]);
  expect(await destinationOf(id)).toBe(long);
});
