import { sql, type Sql } from "@hoplog/platform/postgres/sql.js";
import { limits } from "@hoplog/schema/limits.js";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
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
import { holdWork, lockWork } from "../../testing/heldWork.ts";
import { revokeKeysOf } from "../../accounts/identity/revokeAccess.ts";
import { workChunk } from "./workChunk.ts";

let api: TestApi;
/** Holds the worker's lock, so that jobs continue only when a test lets them. */
let holder: pg.Client;
let ada: TestUser;
let eve: TestUser;
beforeAll(async () => {
  api = await openTestApi();
  holder = await holdWork(api.databaseUrl, work);
});
beforeEach(async () => {
  [ada, eve] = [await signUp(api), await signUp(api)];
});
afterAll(async () => {
  await holder.end();
  await api.close();
});

const work = "hoplog link jobs";
const unknownId = "00000000-0000-4000-8000-000000000000";
const jobSchema = z.object({
  data: z.object({
    _id: z.string(),
    undoes: z.string().nullable(),
    state: z.string(),
    total: z.number(),
    done: z.number(),
    unchanged: z.number(),
    failed: z.number(),
    canUndo: z.boolean(),
  }),
});
const resultsSchema = z.object({
  data: z.array(
    z.object({
      position: z.number(),
      urlId: z.string(),
      name: z.string().nullable(),
      outcome: z.string().nullable(),
      error: z.object({ type: z.string(), message: z.string() }).nullable(),
    }),
  ),
  next: z.number().nullable(),
});

async function query<Row extends pg.QueryResultRow>(statement: string | Sql): Promise<Row[]> {
  const client = new pg.Client({ connectionString: api.databaseUrl });
  await client.connect();
  const { rows } = await client.query<Row>(statement).finally(() => client.end());
  return rows;
}

const post = (path: string, body: object, user = ada) => call(api, "POST", `/api/urls/jobs${path}`, { user, body });
async function start(body: object, user = ada) {
  const answer = await post("", body, user);
  expect(answer).toMatchObject({ status: 201 });
  return jobSchema.parse(answer.body).data;
}
async function undo(id: string) {
  const answer = await post(`/${id}/undo`, {});
  expect(answer).toMatchObject({ status: 201 });
  return jobSchema.parse(answer.body).data;
}
async function jobOf(id: string) {
  return jobSchema.parse((await call(api, "GET", `/api/urls/jobs/${id}`, { user: ada })).body).data;
}
async function resultsOf(id: string, query = "") {
  return resultsSchema.parse((await call(api, "GET", `/api/urls/jobs/${id}/results${query}`, { user: ada })).body);
}
async function workAll(): Promise<void> {
  while (await workChunk(api.services)) continue;
}
const linkOf = async (id: string, user = ada) => (await call(api, "GET", `/api/urls/${id}`, { user })).body["data"];
const edit = (id: string, body: object) => call(api, "PUT", `/api/urls/${id}`, { user: ada, body });

async function makeGroup(): Promise<string> {
  const { body } = await call(api, "POST", "/api/groups", { user: ada, body: { name: "Press" } });
  return z.object({ data: z.object({ _id: z.string() }) }).parse(body).data._id;
}
async function makeLinks(count: number, user = ada): Promise<string[]> {
  const urls = Array.from({ length: count }, (_, n) => ({ name: `Link ${n}`, originalUrl: "https://example.com/" }));
  const { body } = await call(api, "POST", "/api/urls/batch", { user, body: { urls } });
  return z
    .object({ data: z.array(z.object({ url: z.object({ _id: z.string() }) })) })
    .parse(body)
    .data.map(({ url }) => url._id);
}

describe("a job", () => {
  it("changes each link by itself, and says what became of it", async () => {
    const groupId = await makeGroup();
    const [first, second] = [
      await makeLink(api, ada),
      await makeLink(api, ada, { groupId, expiresAt: "2040-01-01T00:00:00Z" }),
    ];
    await call(api, "PATCH", `/api/urls/${second.id}/toggle-status`, { user: ada });
    const theirs = await makeLink(api, eve);
    const urlIds = [first.id, theirs.id, unknownId, second.id, first.id.toUpperCase()];
    const change = { isActive: false, groupId, expiresAt: "2040-01-01T00:00:00Z" };
    const job = await start({ urlIds, change });
    expect(job).toMatchObject({ state: "waiting", total: 4, done: 0, canUndo: false });
    await workAll();
    expect(await jobOf(job._id)).toMatchObject({ state: "done", done: 1, unchanged: 1, failed: 2, canUndo: true });
    const { data } = await resultsOf(job._id);
    const notFound = { outcome: "failed", name: null, error: { type: "NOT_FOUND_ERROR", message: "Link not found" } };
    expect(data).toMatchObject([
      { position: 1, urlId: first.id, name: "Example", outcome: "done", error: null },
      { position: 2, urlId: theirs.id, ...notFound },
      { position: 3, urlId: unknownId, ...notFound },
      { position: 4, urlId: second.id, outcome: "unchanged" },
    ]);
    const page = await resultsOf(job._id, "?outcome=failed&limit=1");
    expect(page).toMatchObject({ data: [{ position: 2 }], next: 2 });
    expect(await resultsOf(job._id, "?outcome=failed&limit=1&after=2")).toMatchObject({
      data: [{ position: 3 }],
      next: null,
    });
    expect(await linkOf(first.id)).toMatchObject({ isActive: false, groupId: { _id: groupId } });
    expect(await linkOf(theirs.id, eve)).toMatchObject({ isActive: true });
    // The job writes one command: the history shows one edit, and the audit row names the job.
    const history = await call(api, "GET", `/api/urls/${first.id}/history`, { user: ada });
    expect(history.body["data"]).toHaveLength(2);
    const audited = await query(sql`SELECT action, resource_id FROM audit WHERE command_id = ${job._id} ORDER BY id`);
    expect(audited.map(({ action }) => action)).toEqual(["StartLinkJob", "EditLink", "SetLinkActive"]);
  });

  it("takes all links that match a filter when it is started", async () => {
    await makeLinks(3);
    const named = await makeLink(api, ada, { name: "Spring" });
    await makeLinks(2, eve);
    const all = await start({ filter: {}, change: { forwardQuery: true } });
    const one = await start({ filter: { search: "spring", isActive: true }, change: { isActive: false } });
    await makeLinks(1);
    await workAll();
    expect(await jobOf(all._id)).toMatchObject({ total: 4, done: 4 });
    expect(await resultsOf(one._id)).toMatchObject({ data: [{ urlId: named.id, outcome: "done" }] });
  });

  it("is undone link by link, but for what somebody has changed since", async () => {
    const groupId = await makeGroup();
    const [back, touched, otherField] = await makeLinks(3);
    const urlIds = [back, touched, otherField];
    const job = await start({ urlIds, change: { groupId, redirectStatus: 307 } });
    await workAll();
    await edit(touched ?? "", { redirectStatus: 301 });
    await edit(otherField ?? "", { name: "Renamed" });
    const undone = await undo(job._id);
    expect(undone).toMatchObject({ undoes: job._id, total: 3 });
    await workAll();
    expect(await jobOf(undone._id)).toMatchObject({ done: 2, failed: 1, canUndo: false });
    expect((await resultsOf(undone._id, "?outcome=failed")).data).toMatchObject([
      {
        urlId: touched,
        error: { type: "CONFLICT_ERROR", message: "Fields were changed after the job: redirectStatus" },
      },
    ]);
    expect(await linkOf(back ?? "")).toMatchObject({ groupId: null });
    expect(await linkOf(back ?? "")).not.toHaveProperty("redirectStatus", 307);
    expect(await linkOf(touched ?? "")).toMatchObject({ groupId: { _id: groupId }, redirectStatus: 301 });
    expect(await linkOf(otherField ?? "")).toMatchObject({ groupId: null, name: "Renamed" });
    expect(await post(`/${job._id}/undo`, {})).toMatchObject({ status: 409 });
    expect(await post(`/${undone._id}/undo`, {})).toMatchObject({ status: 422 });
    expect(await post(`/${job._id}/undo`, {}, eve)).toMatchObject({ status: 404 });
  });

  it("of favourites is undone too, alone and among others, and one of passwords alone is not", async () => {
    const urlIds = await makeLinks(3);
    const [, touched = "", already = ""] = urlIds;
    await edit(already, { isFavourite: true });
    const job = await start({ urlIds, change: { isFavourite: true } });
    const more = await start({ urlIds, change: { isFavourite: false, note: "Spring" } });
    await workAll();
    expect(await jobOf(job._id)).toMatchObject({ done: 2, unchanged: 1, canUndo: true });
    const undone = await undo(more._id);
    await workAll();
    expect(await jobOf(undone._id)).toMatchObject({ done: 3, failed: 0 });
    const favourites = () =>
      Promise.all(urlIds.map(async (id) => z.looseObject({}).parse(await linkOf(id))["isFavourite"]));
    expect(await favourites()).toEqual([true, true, true]);
    expect(await linkOf(touched)).toMatchObject({ note: null });
    const again = await start({ urlIds, change: { isFavourite: false } });
    await workAll();
    await edit(touched, { isFavourite: true });
    const last = await undo(again._id);
    await workAll();
    expect(await jobOf(last._id)).toMatchObject({ done: 2, failed: 1 });
    expect((await resultsOf(last._id, "?outcome=failed")).data).toMatchObject([
      { urlId: touched, error: { message: "Fields were changed after the job: isFavourite" } },
    ]);
    expect(await favourites()).toEqual([true, true, true]);

    await edit(touched, { password: "a long secret" });
    const opened = await start({ urlIds: [touched], change: { password: null } });
    await workAll();
    expect(await jobOf(opened._id)).toMatchObject({ done: 1, canUndo: false });
    expect(await post(`/${opened._id}/undo`, {})).toMatchObject({ status: 422 });
  });

  it("deletes for good", async () => {
    const [gone, banned] = await makeLinks(2);
    await query(sql`UPDATE link SET ban_reason = 'Spam' WHERE id = ${banned}`);
    const job = await start({ urlIds: [gone, banned], change: { delete: true } });
    await workAll();
    expect((await call(api, "GET", `/api/urls/${gone}`, { user: ada })).status).toBe(404);
    expect(await query(sql`SELECT FROM erasure WHERE id = ${gone}`)).toHaveLength(1);
    expect(await jobOf(job._id)).toMatchObject({ canUndo: false });
    expect(await post(`/${job._id}/undo`, {})).toMatchObject({ status: 422 });
  });

  it("does no link twice when its process ends in the middle of a chunk", async () => {
    const urlIds = await makeLinks(60);
    const job = await start({ urlIds, change: { isActive: false } });
    await workChunk(api.services);
    expect(await jobOf(job._id)).toMatchObject({ state: "running", done: 50 });
    let links = 0;
    const onLink = () => {
      if (++links === 5) throw new Error("killed");
    };
    await expect(workChunk(api.services, { onLink })).rejects.toThrow("killed");
    expect(await jobOf(job._id)).toMatchObject({ state: "running", done: 50 });
    const events = sql`SELECT count(*)::int AS count FROM event WHERE type = 'LinkDeactivated' AND stream_id = ANY (${urlIds})`;
    expect(await query(events)).toEqual([{ count: 50 }]);
    await workAll();
    expect(await jobOf(job._id)).toMatchObject({ state: "done", done: 60, unchanged: 0, failed: 0 });
    expect(await query(events)).toEqual([{ count: 60 }]);
  });

  it("is cancelled: what it has done stays and can be undone, in two goes too", async () => {
    const urlIds = await makeLinks(120);
    const job = await start({ urlIds, change: { isActive: false } });
    await workChunk(api.services);
    expect(await post(`/${job._id}/cancel`, {}, eve)).toMatchObject({ status: 404 });
    expect(await post(`/${job._id}/cancel`, {})).toMatchObject({ status: 200 });
    await workAll();
    expect(await jobOf(job._id)).toMatchObject({ state: "cancelled", done: 50, failed: 0, canUndo: true });
    expect((await resultsOf(job._id, "?after=50&limit=1")).data).toMatchObject([{ outcome: null }]);
    const undone = await undo(job._id);
    await post(`/${undone._id}/cancel`, {});
    const again = await undo(job._id);
    await workAll();
    expect(await jobOf(again._id)).toMatchObject({ state: "done", done: 50 });
    const { body } = await call(api, "GET", "/api/urls?isActive=false", { user: ada });
    expect(body["data"]).toEqual([]);
  });

  it("doesn't make another workspace's wait, and few run at a time", async () => {
    const [many, few] = [await makeLinks(120), await makeLinks(2, eve)];
    await start({ urlIds: many, change: { isActive: false } });
    const theirs = await start({ urlIds: few, change: { isActive: false } }, eve);
    await workChunk(api.services);
    await workChunk(api.services);
    const { body } = await call(api, "GET", `/api/urls/jobs/${theirs._id}`, { user: eve });
    expect(jobSchema.parse(body).data).toMatchObject({ state: "done", done: 2 });
    for (let more = 1; more < limits.linkJobsAtOnce; more++) await start({ urlIds: many, change: { isActive: true } });
    expect(await post("", { urlIds: many, change: { isActive: true } })).toMatchObject({
      status: 409,
      body: { error: { type: "CONFLICT_ERROR" } },
    });
    // The job is refused before any link is queried.
    const reads = vi.spyOn(api.services.reads, "query");
    expect(await post("", { filter: { isActive: false }, change: { isActive: true } })).toMatchObject({ status: 409 });
    const asked = JSON.stringify(reads.mock.calls);
    reads.mockRestore();
    expect(asked).toContain("FROM link_job");
    expect(asked).not.toMatch(/FROM link\b(?!_)/);
    await workAll();
  });

  it("waits while its account is banned", async () => {
    const job = await start({ urlIds: await makeLinks(2), change: { isActive: false } });
    await query(sql`INSERT INTO account_ban (user_id, reason, at) VALUES (${ada.id}, 'Spam', now())`);
    expect(await workChunk(api.services)).toBe(false);
    await query(sql`DELETE FROM account_ban WHERE user_id = ${ada.id}`);
    await workAll();
    expect(await query(sql`SELECT done FROM link_job WHERE id = ${job._id}`)).toEqual([{ done: 2 }]);
  });

  it("is gone with its account", async () => {
    const job = await start({ urlIds: await makeLinks(1), change: { isActive: false } });
    const mutation = "mutation ($password: String!) { deleteAccount(password: $password) }";
    const { body } = await graphql(api, mutation, { password }, ada);
    expect(body).not.toHaveProperty("errors");
    expect(await query(sql`SELECT FROM link_job WHERE id = ${job._id}`)).toEqual([]);
    expect(await query(sql`SELECT FROM link_job_link WHERE job_id = ${job._id}`)).toEqual([]);
  });

  it(`is forgotten ${limits.linkJobDays} days after its end, with its results, and no sooner`, async () => {
    const endedBefore = async (days: number): Promise<string> => {
      const { _id } = await start({ urlIds: await makeLinks(1), change: { isActive: false } });
      await workAll();
      await query(sql`UPDATE link_job SET ended_at = now() - make_interval(days => ${days}) WHERE id = ${_id}`);
      return _id;
    };
    const [old, kept] = [await endedBefore(limits.linkJobDays + 1), await endedBefore(limits.linkJobDays - 1)];
    const there = () => query<{ id: string }>(sql`SELECT id FROM link_job WHERE id = ANY (${[old, kept]}) ORDER BY id`);
    expect(await there()).toHaveLength(2);
    await holder.query(sql`SELECT pg_advisory_unlock(hashtextextended(${work}, 0))`);
    try {
      await expect.poll(there).toEqual([{ id: kept }]);
    } finally {
      await lockWork(holder, api.databaseUrl, work);
    }
    expect(await query(sql`SELECT FROM link_job_link WHERE job_id = ${old}`)).toEqual([]);
    expect((await call(api, "GET", `/api/urls/jobs/${old}/results`, { user: ada })).status).toBe(404);
    expect((await resultsOf(kept)).data).toMatchObject([{ outcome: "done" }]);
  });

  it.each<[object, string]>([
    [{ change: { isActive: true } }, "urlIds"],
    [{ urlIds: [], change: { isActive: true } }, "urlIds"],
    [{ urlIds: [unknownId], filter: {}, change: { isActive: true } }, "urlIds"],
    [{ urlIds: ["x"], change: { isActive: true } }, "urlIds.0"],
    [{ filter: { search: "nothing is called so" }, change: { isActive: true } }, "filter"],
    [{ filter: { tag: "Spring" }, change: { delete: true } }, "filter"],
    [{ urlIds: [unknownId], change: {} }, "change"],
    [{ urlIds: [unknownId], change: { name: "All the same" } }, "change.name"],
    [{ urlIds: [unknownId], change: { shortUrl: "same" } }, "change.shortUrl"],
    [{ urlIds: [unknownId], change: { password: "one for all of them" } }, "change.password"],
    [{ urlIds: [unknownId], change: { delete: true, isActive: false } }, "change.delete"],
    [{ urlIds: [unknownId], change: { originalUrl: "javascript:alert(1)" } }, "originalUrl"],
    [{ urlIds: [unknownId], change: { redirectStatus: 200 } }, "redirectStatus"],
    [{ urlIds: [unknownId], change: { originalUrl: "https://example.com/\0a" } }, "change.originalUrl"],
    [{ urlIds: [unknownId], change: { preview: { imageUrl: "https://example.com/\uD800" } } }, "change.preview"],
    [{ urlIds: Array.from({ length: limits.linkJobMax + 1 }, () => unknownId), change: { isActive: true } }, "urlIds"],
  ])("is refused: %#", async (body, field) => {
    const answer = await post("", body);
    expect(answer).toMatchObject({ status: 422, body: { error: { type: "VALIDATION_ERROR" } } });
    expect(JSON.stringify(answer.body)).toContain(`"${field}"`);
  });

  it("does the same over GraphQL", async () => {
    const [id] = await makeLinks(1);
    const fields = "id fields isActive state total done canUndo";
    const started = await graphql(
      api,
      `mutation ($input: StartLinkJobInput!) { startLinkJob(input: $input) { ${fields} } }`,
      { input: { linkIds: [id], change: { isActive: false, redirectStatus: 307 } } },
      ada,
    );
    expect(started.body).toEqual({ data: { startLinkJob: expect.anything() } });
    await workAll();
    const { body } = await graphql(api, `{ linkJobs { ${fields} } }`, {}, ada);
    expect(body).toMatchObject({
      data: {
        linkJobs: [{ fields: ["isActive", "redirectStatus"], isActive: false, state: "done", done: 1, canUndo: true }],
      },
    });
  });
});

describe("what an API key has begun", () => {
  async function begin() {
    const asked = { name: "Program", scopes: ["links:write", "groups:write", "tags:write"] };
    const made = await call(api, "POST", "/api/keys", { user: ada, body: asked });
    const { key, _id: keyId } = z
      .object({ data: z.object({ key: z.string(), _id: z.string() }) })
      .parse(made.body).data;
    const byKey = { ...ada, accessToken: key };
    const [mine, byHand] = await makeLinks(2);
    const job = await call(api, "POST", "/api/urls/jobs", {
      user: byKey,
      body: { urlIds: [mine], change: { delete: true } },
    });
    const own = await post("", { urlIds: [byHand], change: { isActive: false } });
    const begun = await call(api, "POST", "/api/imports", { user: byKey, body: { source: "csv" } });
    const idOf = ({ body }: { body: object }) => z.object({ data: z.object({ _id: z.string() }) }).parse(body).data._id;
    return { keyId, mine: mine ?? "", job: idOf(job), own: idOf(own), importId: idOf(begun) };
  }

  it.each(["revoked", "ended by a reset of the password"])("ends when it is %s", async (how) => {
    const { keyId, mine, job, own, importId } = await begin();
    if (how === "revoked") await call(api, "DELETE", `/api/keys/${keyId}`, { user: ada });
    else await api.services.eventStore.unitOfWork((tx) => revokeKeysOf(api.services, tx, ada.id));
    await workAll();
    expect(await jobOf(job)).toMatchObject({ state: "cancelled", done: 0 });
    expect(await linkOf(mine)).toMatchObject({ _id: mine });
    expect(await jobOf(own)).toMatchObject({ state: "done", done: 1 });
    const begun = await call(api, "GET", `/api/imports/${importId}`, { user: ada });
    expect(begun.body).toMatchObject({ data: { state: "cancelled" } });
  });
});
