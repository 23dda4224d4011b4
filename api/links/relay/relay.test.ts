import { createLogger } from "@hoplog/platform/logging/logger.js";
import type { EventLog, LogRecord } from "@hoplog/platform/log/port.js";
import { openEventLog } from "@hoplog/platform/drivers/openEventLog.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { completeKey, isCompleteMarker } from "@hoplog/schema/topics/links/key.js";
import { decodePlan } from "@hoplog/schema/links/options/plan.js";
import { decodeDefaultHosts, decodeDomain, defaultHostsKey, domainKey } from "@hoplog/schema/topics/links/hosts.js";
import { decodeLinkRecord } from "@hoplog/schema/topics/links/record.js";
import { linksV2 } from "@hoplog/schema/topics/topic.js";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readPublication, requestPublication } from "./publication.ts";
import { call, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

let api: TestApi;
let user: TestUser;
const topic = new Map<string, LogRecord>();
let log: EventLog;
let database: pg.Client;
let stopReading: () => Promise<void>;

beforeAll(async () => {
  api = await openTestApi();
  user = await signUp(api);
  log = await openEventLog({ databaseUrl: api.databaseUrl, logger: createLogger("test", "silent") });
  database = new pg.Client({ connectionString: api.databaseUrl });
  await database.connect();
  const limits = { maxRecords: 100, maxBytes: 1_000_000 };
  const reading = log.follow(linksV2, null, limits, async ({ records }) => {
    for (const record of records) topic.set(record.key ?? "", record);
  });
  stopReading = async () => {
    await reading.stop();
    await log.close();
    await database.end();
  };
});
afterAll(async () => {
  await stopReading();
  await api.close();
});

/** Returns the latest record of a code: undefined if there is none, null if the code does not redirect. */
function stateOf(key: string) {
  const record = topic.get(key);
  return record && record.value && decodeLinkRecord(record.value);
}

/**
 * Ends the relay's connection; after a reconnect the relay publishes all domains, and all codes if the topic is new.
 */
async function restartRelay(): Promise<void> {
  await database.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'hoplog relay'",
  );
}

describe("the topic of links", () => {
  it("follows a link through its life", async () => {
    const { id } = await makeLink(api, user, { shortUrl: "life-1", originalUrl: "https://example.com/one" });
    await expect
      .poll(() => stateOf("life-1"))
      .toMatchObject({ linkId: id, ownerId: user.id, url: "https://example.com/one", state: "active" });
    const batch = ["batch-1", "batch-2"].map((shortUrl) => ({
      name: "n",
      originalUrl: "https://example.com/",
      shortUrl,
    }));
    await call(api, "POST", "/api/urls/batch", { user, body: { urls: batch } });
    for (const { shortUrl } of batch) await expect.poll(() => stateOf(shortUrl)).toMatchObject({ state: "active" });
    await call(api, "PUT", `/api/urls/${id}`, { user, body: { originalUrl: "https://example.com/two" } });
    await expect.poll(() => stateOf("life-1")).toMatchObject({ url: "https://example.com/two" });
    await call(api, "PATCH", `/api/urls/${id}/toggle-status`, { user });
    await expect.poll(() => stateOf("life-1")).toMatchObject({ state: "inactive" });
    await call(api, "PUT", `/api/urls/${id}`, { user, body: { shortUrl: "life-2" } });
    await expect.poll(() => stateOf("life-2")).toMatchObject({ linkId: id, state: "inactive" });
    await expect.poll(() => stateOf("life-1")).toBeNull();
    await call(api, "DELETE", `/api/urls/${id}`, { user });
    await expect.poll(() => stateOf("life-2")).toBeNull();
  });

  it("ends with the present state when a code passes from link to link", async () => {
    const first = await makeLink(api, user, { shortUrl: "passed-on" });
    await call(api, "DELETE", `/api/urls/${first.id}`, { user });
    const second = await makeLink(api, user, { shortUrl: "passed-on" });
    await expect.poll(() => stateOf("passed-on")).toMatchObject({ linkId: second.id });
  });

  it("does not step over an event that commits late", async () => {
    const late = new pg.Client({ connectionString: api.databaseUrl });
    await late.connect();
    const { id } = await makeLink(api, user, { shortUrl: "late-one" });
    await expect.poll(() => stateOf("late-one")).toMatchObject({ state: "active" });
    const { rows } = await late.query<{ version: number }>(
      sql`SELECT max(stream_version) AS version FROM event WHERE stream_id = ${id}`,
    );
    await late.query("BEGIN");
    await late.query(sql`UPDATE link SET is_active = false WHERE id = ${id}`);
    await late.query(
      sql`INSERT INTO event (stream_type, stream_id, stream_version, type, schema_version, data, meta)
       VALUES ('link', ${id}::uuid, ${(rows[0]?.version ?? 0) + 1}, 'LinkDeactivated', 1, jsonb_build_object('linkId',
         ${id}::uuid, 'at', '2026-01-01T00:00:00.000Z'), '{}')`,
    );
    await makeLink(api, user, { shortUrl: "early-one" });
    await late.query("COMMIT");
    await late.end();
    await expect.poll(() => stateOf("early-one")).toMatchObject({ state: "active" });
    await expect.poll(() => stateOf("late-one")).toMatchObject({ state: "inactive" });
  });

  it("has the plan of a link with options, and none once it has none", async () => {
    const { id } = await makeLink(api, user, { shortUrl: "options-1" });
    const edit = (body: object) => call(api, "PUT", `/api/urls/${id}`, { user, body });
    const options = { redirectStatus: 307, expiresAt: "2030-01-01T00:00:00.000Z" };
    await edit(options);
    await expect.poll(() => stateOf("options-1")).toMatchObject({ state: "planned", linkId: id });
    expect(decodePlan(stateOf("options-1")?.plan ?? new Uint8Array())).toEqual(options);
    await edit({ redirectStatus: null, expiresAt: null });
    await expect.poll(() => stateOf("options-1")).toMatchObject({ state: "active", plan: new Uint8Array() });
    const made = { name: "n", originalUrl: "https://example.com/", shortUrl: "options-2", ...options };
    await call(api, "POST", "/api/urls", { user, body: made });
    await expect.poll(() => stateOf("options-2")).toMatchObject({ state: "planned", revision: 1 });
  });

  it("has the longest URL that a link may have, and longer ones are refused", async () => {
    const urlOf = (count: number) => `https://example.com/?q=${"字".repeat(count)}`;
    await makeLink(api, user, { shortUrl: "long-1", originalUrl: urlOf(1775) });
    await expect.poll(() => stateOf("long-1")).toMatchObject({ url: new URL(urlOf(1775)).href });
    const body = { name: "n", originalUrl: `https://example.com/${"字".repeat(8172)}` };
    expect(await call(api, "POST", "/api/urls", { user, body })).toMatchObject({
      status: 422,
      body: { error: { details: { fields: [{ field: "originalUrl", message: expect.stringContaining("73,568") }] } } },
    });
  });

  it("keeps codes of domains apart", async () => {
    const here = await makeLink(api, user, { shortUrl: "domain-1", originalUrl: "https://example.com/here" });
    const there = await makeLink(api, user, { shortUrl: "domain-2", originalUrl: "https://example.com/there" });
    await expect.poll(() => stateOf("domain-2")).toMatchObject({ linkId: there.id });
    await database.query(sql`UPDATE link SET domain = 7, code = 'domain-1' WHERE id = ${there.id}`);
    await database.query(sql`UPDATE code_claim SET domain = 7, code = 'domain-1' WHERE link_id = ${there.id}`);
    await call(api, "PATCH", `/api/urls/${there.id}/toggle-status`, { user });
    await expect.poll(() => stateOf("7/domain-1")).toMatchObject({ linkId: there.id, domain: 7, state: "inactive" });
    expect(stateOf("domain-1")).toMatchObject({ linkId: here.id, state: "active" });
  });

  it("says which hosts are the default domain's, and which domains are served", async () => {
    const record = (key: string) => topic.get(key);
    await expect.poll(() => record(defaultHostsKey)?.value).toBeInstanceOf(Uint8Array);
    expect(decodeDefaultHosts(record(defaultHostsKey)?.value ?? new Uint8Array())).toContain("localhost");
    const served = { rootUrl: "https://example.com/" };
    const add = (id: string, number: number, state: string) =>
      database.query(
        sql`INSERT INTO domain (id, owner_id, number, name, state, ignores_case, token, settings, revision, added_at, state_at)
         VALUES (${id}, ${api.services.newId()}, ${number}, 'go.brand.example', ${state}, false, 't', ${served}, 1, now(), now())`,
      );
    const [held, waiting] = [api.services.newId(), api.services.newId()];
    await add(held, 7, "verified");
    await add(waiting, 8, "pending");
    await restartRelay();
    const key = domainKey("go.brand.example");
    await expect.poll(() => record(key)?.value).toBeInstanceOf(Uint8Array);
    const decoded = decodeDomain(record(key)?.value ?? new Uint8Array());
    expect(decoded).toEqual({ ...served, number: 7, ignoresCase: false });
    await database.query(sql`UPDATE domain SET state = 'lost' WHERE id = ${held}`);
    await restartRelay();
    await expect.poll(() => record(key)?.value).toBeNull();
    await database.query("DELETE FROM domain");
  });

  it("is filled anew where it has been made anew, and says when it is complete", async () => {
    await makeLink(api, user, { shortUrl: "kept-one" });
    await expect.poll(() => stateOf("kept-one")).toMatchObject({ state: "active" });
    await database.query("TRUNCATE log_record, log_compaction, log_retention_mark");
    topic.clear();
    await restartRelay();
    await expect.poll(() => topic.has(completeKey)).toBe(true);
    expect(stateOf("kept-one")).toMatchObject({ state: "active" });
    const marker = topic.get(completeKey);
    expect(isCompleteMarker(completeKey, marker?.value ?? null)).toBe(true);
  });

  it("is filled anew on request, also where it says something else", async () => {
    const wrong = await makeLink(api, user, { shortUrl: "wrong-1", originalUrl: "https://example.com/right" });
    await expect.poll(() => stateOf("wrong-1")).toMatchObject({ linkId: wrong.id });
    await log.append(linksV2, [
      { key: "wrong-1", value: Buffer.from("damaged") },
      { key: "life-1", value: Buffer.from("damaged") },
    ]);
    const request = await requestPublication(database, log.name);
    await expect.poll(() => readPublication(database, log.name)).toMatchObject({ request, isDone: true });
    await expect.poll(() => stateOf("wrong-1")).toMatchObject({ url: "https://example.com/right" });
    await expect.poll(() => stateOf("life-1")).toBeNull();
  });
});
