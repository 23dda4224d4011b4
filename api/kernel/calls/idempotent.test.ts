import { randomBytes, randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql, type Sql } from "@hoplog/platform/postgres/sql.js";
import { call, graphql, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { sweep } from "../../accounts/identity/sweep.ts";
import { beginCall, endCall } from "./idempotentCalls.ts";

let api: TestApi;
let user: TestUser;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  user = await signUp(api);
});

const link = { name: "Once", originalUrl: "https://example.com/once" };

async function post(key: string, body: object = link, by = user, url = "/api/urls") {
  const headers = { authorization: `Bearer ${by.accessToken}`, "idempotency-key": key };
  const answer = await api.app.inject({ method: "POST", url, headers, payload: body });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
}

async function linkCount(): Promise<number> {
  const { body } = await call(api, "GET", "/api/urls", { user });
  return (body["pagination"] as { total: number }).total;
}

const query = async (statement: string | Sql) => (await api.services.reads.query(statement)).rows;

/** Simulates processes that were killed after their command and before the response was stored. */
const loseAnswers = () => query("UPDATE idempotent_call SET answer = NULL, status = NULL, begun_until = now()");

describe("an Idempotency-Key", () => {
  it("has a call done once, and answered the same again", async () => {
    const key = randomUUID();
    const first = await post(key);
    expect(first).toMatchObject({ status: 201 });
    const again = await post(key);
    expect(again).toMatchObject({ status: 201, body: first.body, headers: { "idempotent-replayed": "true" } });
    expect(first.headers).not.toHaveProperty("idempotent-replayed");
    expect(await linkCount()).toBe(1);
  });

  it.each([
    ["/api/urls", link],
    ["/api/keys", { name: "Program", scopes: ["links:read"] }],
  ])("of %s is answered with the ETag of the first time, for edits that ask for it", async (url, input) => {
    const key = randomUUID();
    const [first, again] = [await post(key, input, user, url), await post(key, input, user, url)];
    expect(first.headers["etag"]).toMatch(/^".+"$/);
    expect(again.headers).toMatchObject({ "idempotent-replayed": "true", etag: first.headers["etag"] });
  });

  it("has one of many that come at once done; the others are to come again", async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(key)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([]);
    expect(await linkCount()).toBe(1);
    const refused = answers.find(({ status }) => status === 409);
    if (refused) {
      expect(refused).toMatchObject({ headers: { "retry-after": "1" }, body: { error: { type: "CONFLICT_ERROR" } } });
    }
    const codes = new Set(answers.flatMap(({ body }) => body.url?.shortUrl ?? []));
    expect(codes.size).toBe(1);
  });

  it("stands for one request, of one account", async () => {
    const key = randomUUID();
    await post(key);
    const other = await post(key, { ...link, name: "Another" });
    expect(other).toMatchObject({
      status: 422,
      body: {
        error: {
          type: "VALIDATION_ERROR",
          message: "This Idempotency-Key was used for a different request. Use a new key",
        },
      },
    });
    expect((await post(key, { name: "Group" }, user, "/api/groups")).status).toBe(422);
    const stranger = await signUp(api);
    const theirs = await post(key, link, stranger);
    expect(theirs).toMatchObject({ status: 201 });
    expect(theirs.headers).not.toHaveProperty("idempotent-replayed");
  });

  it("is each credential's own: no API key is shown, or keeps from being done, what another one or a session has sent", async () => {
    const makeKey = async (scopes: string[]) => {
      const { body } = await call(api, "POST", "/api/keys", { user, body: { name: "Program", scopes } });
      return { ...user, accessToken: (body["data"] as { key: string }).key };
    };
    const [maker, inPage] = [await makeKey(["links:create"]), await makeKey(["links:create"])];
    const newKey = { name: "Secret", scopes: ["export"] };
    expect((await post("setup", newKey, user, "/api/keys")).status).toBe(201);
    const peek = await post("setup", newKey, inPage, "/api/keys");
    expect(peek).toMatchObject({ status: 403 });
    expect((await post("order-1", { ...link, name: "Taken first" }, inPage)).status).toBe(201);
    const wanted = await post("order-1", link, maker);
    expect(wanted).toMatchObject({ status: 201, body: { url: { name: link.name } } });
    expect((await post("order-1", link, maker)).headers).toMatchObject({ "idempotent-replayed": "true" });
    expect((await post("order-1", link)).headers).not.toHaveProperty("idempotent-replayed");
  });

  it("is free again after a call that has done nothing", async () => {
    const key = randomUUID();
    expect((await post(key, { name: "", originalUrl: "" })).status).toBe(422);
    expect((await post(key)).status).toBe(201);
    const found = randomUUID();
    const wanted = { ...link, findOrCreate: true };
    expect((await post(found, wanted)).status).toBe(200);
    expect((await post(found, wanted)).headers).not.toHaveProperty("idempotent-replayed");
  });

  it.each(["", "with a space", "ü", "x".repeat(256)])("%o is refused", async (key) => {
    const answer = await post(key);
    expect(answer).toMatchObject({ status: 422, body: { error: { type: "VALIDATION_ERROR" } } });
  });

  it("needs somebody", async () => {
    const answer = await post(randomUUID(), link, { ...user, accessToken: "nonsense" });
    expect(answer.status).toBe(401);
  });

  it("is kept for a day", async () => {
    const key = randomUUID();
    await post(key);
    await query(
      sql`UPDATE idempotent_call SET created_at = created_at - interval '24 hours' WHERE user_id = ${user.id}`,
    );
    expect((await post(key)).headers).not.toHaveProperty("idempotent-replayed");
    expect(await linkCount()).toBe(2);
    await query(
      sql`UPDATE idempotent_call SET created_at = created_at - interval '24 hours' WHERE user_id = ${user.id}`,
    );
    await sweep(api.services.orm, new Date(), 365);
    expect(await query(sql`SELECT FROM idempotent_call WHERE user_id = ${user.id}`)).toEqual([]);
  });

  it("goes for GraphQL", async () => {
    const mutation = "mutation ($input: CreateLinkInput!) { createLink(input: $input) { id } }";
    const headers = { authorization: `Bearer ${user.accessToken}`, "idempotency-key": randomUUID() };
    const payload = { query: mutation, variables: { input: link } };
    const send = () => api.app.inject({ method: "POST", url: "/graphql", headers, payload });
    const [first, again] = [await send(), await send()];
    expect(first.json()).toMatchObject({ data: { createLink: { id: expect.any(String) } } });
    expect(again.json()).toEqual(first.json());
    expect(again.headers).toMatchObject({ "idempotent-replayed": "true" });
    await loseAnswers();
    expect((await send()).json()).toMatchObject({
      errors: [{ extensions: { type: "CONFLICT_ERROR", made: [first.json().data.createLink.id] } }],
    });
    const refused = { query: mutation, variables: { input: { name: "", originalUrl: "" } } };
    const key = randomUUID();
    const wrong = () =>
      api.app.inject({
        method: "POST",
        url: "/graphql",
        headers: { ...headers, "idempotency-key": key },
        payload: refused,
      });
    await wrong();
    expect((await wrong()).headers).not.toHaveProperty("idempotent-replayed");
    expect((await graphql(api, "{ links { totalCount } }", {}, user)).body).toMatchObject({
      data: { links: { totalCount: 1 } },
    });
  });
});

describe("a process that is killed", () => {
  it("before its command leaves a call that is done by the next one, and can't be done by itself any more", async () => {
    const sent = {
      ownerId: user.id,
      userId: user.id,
      apiKeyId: null,
      key: randomUUID(),
      request: JSON.stringify(["POST", "/api/urls", link]),
    };
    const begun = await beginCall(api.services, sent);
    expect((await post(sent.key)).status).toBe(409);
    await query(sql`UPDATE idempotent_call SET begun_until = now() WHERE user_id = ${user.id}`);
    expect((await post(sent.key)).status).toBe(201);
    if (begun.state !== "begun") throw new Error("it was not begun");
    // The first process was slow, not dead.
    const late = { userId: user.id, via: "rest", address: "127.0.0.1" } as const;
    const { originOf } = await import("./actor.ts");
    const origin = originOf(api.services, { ...late, credential: { kind: "system" }, call: begun.call });
    const action = { action: "AddNote", resource: { type: "note", id: user.id } } as const;
    await expect(
      api.services.eventStore.unitOfWork((tx) => api.services.eventStore.audit(tx, origin, action)),
    ).rejects.toThrow("has started in the meantime");
    await endCall(api.services, begun.call, { status: 201, body: "{}", etag: null });
    expect(await linkCount()).toBe(1);
  });

  it("behind its command leaves one that isn't done again, and whose answer says what was made", async () => {
    const key = randomUUID();
    const first = await post(key);
    await loseAnswers();
    const again = await post(key);
    expect(again).toMatchObject({
      status: 200,
      headers: { "idempotent-replayed": "true" },
      body: { success: true, data: { _id: first.body.url._id } },
    });
    const batch = randomUUID();
    const urls = { urls: [link, link, { name: "" }] };
    const made = await post(batch, urls, user, "/api/urls/batch");
    await loseAnswers();
    const ids = made.body.data.flatMap(({ url }: { url?: { _id: string } }) => (url ? [{ _id: url._id }] : []));
    expect((await post(batch, urls, user, "/api/urls/batch")).body.data).toEqual(expect.arrayContaining(ids));
    expect(await linkCount()).toBe(3);
  });
});

describe("a call that Postgres ends as a deadlock", () => {
  it("is done again, by itself and as a whole", async () => {
    const admin = new pg.Client({ connectionString: api.databaseUrl });
    await admin.connect();
    try {
      // A rollback does not reset a sequence, so only the first attempt fails.
      await admin.query(`CREATE SEQUENCE refusals;
        CREATE FUNCTION refuse_once() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
          IF nextval('public.refusals') = 1 THEN RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01'; END IF;
          RETURN NEW; END $$;
        CREATE TRIGGER refuse_once BEFORE UPDATE OF done_at ON idempotent_call FOR EACH ROW EXECUTE FUNCTION refuse_once()`);
      const key = randomUUID();
      const first = await post(key);
      expect(first).toMatchObject({ status: 201 });
      expect(await post(key)).toMatchObject({ status: 201, body: first.body });
      expect(await linkCount()).toBe(1);
      const { rows } = await admin.query(
        sql`SELECT (SELECT last_value::int FROM refusals) AS tries, count(*)::int AS audited FROM audit
          WHERE workspace_id = ${user.id}`,
      );
      expect(rows).toEqual([{ tries: 2, audited: 1 }]);
    } finally {
      await admin.query(
        "DROP TRIGGER refuse_once ON idempotent_call; DROP FUNCTION refuse_once; DROP SEQUENCE refusals",
      );
      await admin.end();
    }
  });
});

describe("what is kept of an answer", () => {
  it("is nothing beyond a size: what was made is answered then, and nothing is made twice", async () => {
    const url = () => `https://example.com/${randomBytes(1400).toString("base64url")}`;
    const rules = Array.from({ length: 15 }, (_, i) => ({
      name: `Rule ${i}`,
      when: { field: "country", op: "in", values: ["DE"] },
      then: { url: url() },
    }));
    const key = randomUUID();
    const first = await post(key, { ...link, rules });
    expect(first).toMatchObject({ status: 201 });
    const rows = await query(sql`SELECT FROM idempotent_call WHERE user_id = ${user.id} AND answer IS NULL`);
    expect(rows).toHaveLength(1);
    expect(await post(key, { ...link, rules })).toMatchObject({
      status: 200,
      headers: { "idempotent-replayed": "true" },
      body: { success: true, data: { _id: first.body.url._id } },
    });
    expect(await linkCount()).toBe(1);
  });

  it("is nothing where the link was deleted before its answer could be kept", async () => {
    const sent = { ownerId: user.id, userId: user.id, apiKeyId: null, key: randomUUID(), request: "made" };
    const begun = await beginCall(api.services, sent);
    if (begun.state !== "begun") throw new Error("it was not begun");
    const { body } = await post(randomUUID());
    await query(
      sql`UPDATE idempotent_call SET made = ARRAY[${body.url._id}::uuid], done_at = now() WHERE id = ${begun.call.id}`,
    );
    await call(api, "DELETE", `/api/urls/${body.url._id}`, { user });
    await endCall(api.services, begun.call, { status: 201, body: JSON.stringify(body), etag: null });
    expect(await beginCall(api.services, sent)).toEqual({ state: "done", answer: null, made: [body.url._id] });
  });

  it("can't be read in the database, and goes with the link and with the account", async () => {
    const key = randomUUID();
    const made = await post(key, { name: "Deploy", scopes: ["links:read"] }, user, "/api/keys");
    expect((await post(key, { name: "Deploy", scopes: ["links:read"] }, user, "/api/keys")).body).toEqual(made.body);
    const secret = made.body.data.key as string;
    const rows = await query(
      sql`SELECT encode(answer, 'escape') AS answer FROM idempotent_call WHERE user_id = ${user.id}`,
    );
    expect(JSON.stringify(rows)).not.toContain(secret.slice(0, 12));
    const ofLink = randomUUID();
    const { body } = await post(ofLink);
    await call(api, "DELETE", `/api/urls/${body.url._id}`, { user });
    expect((await post(ofLink)).body).toMatchObject({ data: { _id: body.url._id } });
    expect(await query(sql`SELECT FROM idempotent_call WHERE user_id = ${user.id} AND answer IS NULL`)).toHaveLength(1);
  });
});
