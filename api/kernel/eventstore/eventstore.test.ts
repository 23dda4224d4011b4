import { raw, sql } from "@hoplog/platform/postgres/sql.js";
import { eventMetaSchema } from "@hoplog/schema/events/envelope.js";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { readTables as allReadTables } from "../../boot/features.ts";
import { clickOn, conversionsWritten, report } from "../../testing/conversions.ts";
import { call, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { rebuildReadTables } from "./rebuild.ts";

let api: TestApi;
let database: pg.Client;
beforeAll(async () => {
  api = await openTestApi();
  database = new pg.Client({ connectionString: api.databaseUrl });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await api.close();
});

const readTables = ["user_account", "link_group", "link", "code_claim", "sql_access", "domain"];

/** Tables for programs are not projections, although they refer to links: a rebuild does not change them. */
const ofPrograms = ["api_key", "idempotent_call", "webhook", "webhook_message", "conversion", "account_limit"];

async function contents(): Promise<Record<string, unknown[]>> {
  const tables: Record<string, unknown[]> = {};
  for (const table of [...readTables, ...ofPrograms])
    tables[table] = (await database.query(sql`SELECT * FROM ${raw(table)} ORDER BY 1`)).rows;
  return tables;
}

/** Fills each table of `ofPrograms` for an account with a link. */
async function usePrograms(user: TestUser, linkId: string): Promise<void> {
  await call(api, "POST", "/api/keys", { user, body: { name: "Script", scopes: ["links:read"] } });
  const hook = { url: "https://hooks.example/", events: ["link.created"] };
  const made = await call(api, "POST", "/api/webhooks", { user, body: hook });
  const { _id: id } = z.object({ _id: z.string() }).parse(made.body["data"]);
  await call(api, "PATCH", `/api/webhooks/${id}`, { user, body: { paused: true } });
  const headers = { authorization: `Bearer ${user.accessToken}`, "idempotency-key": "once" };
  const payload = { name: "Once", originalUrl: "https://example.com/" };
  await api.app.inject({ method: "POST", url: "/api/urls", headers, payload });
  await report(api, user, { clickId: await clickOn(api, user, linkId), type: "lead" });
  await conversionsWritten(api, user);
  await database.query(
    sql`INSERT INTO account_limit (user_id, name, points, seconds, set_at) VALUES (${user.id}, 'creation', 5000, 60, now())`,
  );
}

describe("the event log", () => {
  it.each(["UPDATE event SET type = 'x'", "DELETE FROM event", "TRUNCATE event"])(
    "refuses the application: %s",
    async (sql) => {
      await signUp(api);
      await expect(api.services.orm.em.fork().execute(sql)).rejects.toThrow(/permission denied/);
    },
  );

  it("says who did what", async () => {
    const user = await signUp(api);
    const { id } = await makeLink(api, user);
    await call(api, "PUT", `/api/urls/${id}`, {
      user,
      body: { name: "New name", originalUrl: "https://example.org/" },
    });
    await call(api, "DELETE", `/api/urls/${id}`, { user });
    const { rows } = await database.query(
      sql`SELECT type, stream_version, meta FROM event WHERE stream_id = ${id} ORDER BY stream_version`,
    );
    const session = { kind: "session", id: expect.any(String) };
    const meta = {
      userId: user.id,
      workspaceId: user.id,
      via: "rest",
      commandId: expect.any(String),
      credential: session,
    };
    expect(rows).toEqual([
      { type: "LinkCreated", stream_version: 1, meta },
      { type: "LinkRenamed", stream_version: 2, meta },
      { type: "LinkRetargeted", stream_version: 3, meta },
      { type: "LinkDeleted", stream_version: 4, meta },
    ]);
    const commands = z.array(z.object({ meta: eventMetaSchema })).parse(rows);
    const [created, renamed, retargeted, deleted] = commands.map((row) => row.meta.commandId);
    expect(retargeted).toBe(renamed);
    expect(new Set([created, renamed, deleted]).size).toBe(3);
  });
});

describe("rebuild", () => {
  it("gives the very tables that the commands wrote", async () => {
    const user = await signUp(api);
    const other = await signUp(api);
    const group = await call(api, "POST", "/api/groups", { user, body: { name: "Short-lived" } });
    const groupId = (group.body["data"] as { _id: string })._id;
    const grouped = await makeLink(api, user, { groupId });
    const moved = await makeLink(api, user, { shortUrl: "rebuild-a" });
    await call(api, "PUT", `/api/urls/${moved.id}`, { user, body: { shortUrl: "rebuild-b", groupId } });
    const when = { field: "query", op: "in", values: ["ü"], name: "q" };
    const options = {
      timeZone: "Europe/Vienna",
      rules: [{ when, then: { url: "https://example.com/" } }],
      expiresAt: "2030-01-01",
    };
    const body = { name: "n", originalUrl: "https://example.com/", ...options };
    await call(api, "POST", "/api/urls", { user, body: { ...body, shortUrl: "rebuild-o" } });
    await call(api, "PUT", `/api/urls/${moved.id}`, { user, body: options });
    await call(api, "PUT", `/api/urls/${grouped.id}`, { user, body: options });
    await call(api, "PUT", `/api/urls/${grouped.id}`, { user, body: { rules: null, timeZone: "", expiresAt: null } });
    await makeLink(api, user, { shortUrl: "rebuild-a" });
    await call(api, "PATCH", `/api/urls/${grouped.id}/toggle-status`, { user });
    const deleted = await makeLink(api, other, { shortUrl: "rebuild-c" });
    await call(api, "DELETE", `/api/urls/${deleted.id}`, { user: other });
    await call(api, "PUT", `/api/groups/${groupId}`, { user, body: { name: "Renamed" } });
    await call(api, "DELETE", `/api/groups/${groupId}`, { user });
    await Promise.all(
      ["x", "y", "z"].flatMap((name) => [
        call(api, "PUT", `/api/urls/${moved.id}`, { user, body: { name, shortUrl: `rebuild-${name}` } }),
        call(api, "POST", "/api/urls", {
          user,
          body: { name, originalUrl: "https://example.com", shortUrl: `rebuild-${name}` },
        }),
      ]),
    );
    await call(api, "PUT", "/api/auth/profile", { user, body: { name: "Someone Else", contactNumber: "999" } });

    await usePrograms(user, moved.id);
    await expect.poll(async () => (await contents())["webhook_message"]?.length).toBe(1);

    const before = await contents();
    expect(ofPrograms.filter((table) => before[table]?.length === 0)).toEqual([]);
    const replayed = await rebuildReadTables(api.services.orm, allReadTables);
    const { rows } = await database.query<{ count: string }>("SELECT count(*) FROM event");
    expect(replayed).toBe(Number(rows[0]?.count));
    expect(before["link"]?.length).toBeGreaterThan(3);
    expect(await contents()).toEqual(before);
  });
});
