import { createLogger } from "@hoplog/platform/logging/logger.js";
import type { LogRecord } from "@hoplog/platform/log/port.js";
import { openEventLog } from "@hoplog/platform/drivers/openEventLog.js";
import { terminateOthers } from "@hoplog/platform/postgres/terminateOthers.js";
import { decodeLinkRecord } from "@hoplog/schema/topics/linkRecord.js";
import { linksV1 } from "@hoplog/schema/topics/topic.js";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../testing/testApi.ts";

let api: TestApi;
let user: TestUser;
const states = new Map<string, LogRecord>();
let stopReading: () => Promise<void>;

beforeAll(async () => {
  api = await openTestApi();
  user = await signUp(api);
  const log = await openEventLog({ databaseUrl: api.databaseUrl, logger: createLogger("test", "silent") });
  const reading = log.follow(linksV1, null, { maxRecords: 100, maxBytes: 1_000_000 }, async ({ records }) => {
    for (const record of records) states.set(record.key ?? "", record);
  });
  stopReading = async () => {
    await reading.stop();
    await log.close();
  };
});
afterAll(async () => {
  await stopReading();
  await api.close();
});

/** What the topic last said of a code: undefined before it said anything, null when it leads nowhere. */
function stateOf(code: string) {
  const record = states.get(code);
  return record && record.value && decodeLinkRecord(record.value);
}

describe("links.v1", () => {
  it("follows a link through its life", async () => {
    const { id } = await makeLink(api, user, { shortUrl: "life-1", originalUrl: "https://example.com/one" });
    await expect
      .poll(() => stateOf("life-1"))
      .toMatchObject({ linkId: id, ownerId: user.id, url: "https://example.com/one", active: true });
    await call(api, "PUT", `/api/urls/${id}`, { user, body: { originalUrl: "https://example.com/two" } });
    await expect.poll(() => stateOf("life-1")).toMatchObject({ url: "https://example.com/two" });
    await call(api, "PATCH", `/api/urls/${id}/toggle-status`, { user });
    await expect.poll(() => stateOf("life-1")).toMatchObject({ active: false });
    await call(api, "PUT", `/api/urls/${id}`, { user, body: { shortUrl: "life-2" } });
    await expect.poll(() => stateOf("life-2")).toMatchObject({ linkId: id, active: false });
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
    await expect.poll(() => stateOf("late-one")).toMatchObject({ active: true });
    const { rows } = await late.query<{ version: number }>(
      "SELECT max(stream_version) AS version FROM event WHERE stream_id = $1",
      [id],
    );
    await late.query("BEGIN");
    await late.query("UPDATE link SET is_active = false WHERE id = $1", [id]);
    await late.query(
      `INSERT INTO event (stream_type, stream_id, stream_version, type, schema_version, data, meta)
       VALUES ('link', $1::uuid, $2, 'LinkDeactivated', 1, jsonb_build_object('linkId', $1::uuid, 'at', '2026-01-01T00:00:00.000Z'), '{}')`,
      [id, (rows[0]?.version ?? 0) + 1],
    );
    await makeLink(api, user, { shortUrl: "early-one" });
    await late.query("COMMIT");
    await late.end();
    await expect.poll(() => stateOf("early-one")).toMatchObject({ active: true });
    await expect.poll(() => stateOf("late-one")).toMatchObject({ active: false });
  });

  it("publishes all codes anew where the topic has been made anew", async () => {
    await makeLink(api, user, { shortUrl: "kept-one" });
    await expect.poll(() => stateOf("kept-one")).toMatchObject({ active: true });
    const database = new pg.Client({ connectionString: api.databaseUrl });
    await database.connect();
    database.on("error", () => {});
    await database.query("TRUNCATE log_record, log_compaction, log_retention_mark");
    states.clear();
    // The relay looks when it has lost its connection.
    await terminateOthers(api.databaseUrl);
    await expect.poll(() => stateOf("kept-one")).toMatchObject({ active: true });
    await expect.poll(() => stateOf("life-1")).toBeNull();
    await database.end().catch(() => {});
  });
});
