import type { EventLog } from "@hoplog/platform/log/port.js";
import { openPostgresLog } from "@hoplog/platform/log/postgres/eventLog.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { sql, type Sql } from "@hoplog/platform/postgres/sql.js";
import { createAddressBytes } from "@hoplog/platform/visitor/address.js";
import { encodeClickBatch } from "@hoplog/schema/topics/clickBatch/encode.js";
import { clicksV1 } from "@hoplog/schema/topics/topic.js";
import { uuidBytes } from "@hoplog/schema/uuid.js";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { execute } from "../../kernel/database/statements.ts";
import { insertClicks } from "../../testing/clicks.ts";
import {
  dontWait,
  loopback,
  makeWebhook,
  type Receiver,
  startReceiver,
  verify,
} from "../../testing/webhookReceiver.ts";
import { call, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { scanUsedUpLinks } from "./scans.ts";
import { scanClicks } from "./scanClicks.ts";
import { listeningWebhooks } from "./outbox/fanOut.ts";

let api: TestApi;
let receiver: Receiver;
let log: EventLog;
beforeAll(async () => {
  receiver = await startReceiver();
  api = await openTestApi({ settings: { WEBHOOK_NETWORKS: [...loopback] } });
  log = await openPostgresLog({ databaseUrl: api.databaseUrl, logger: createLogger("api", "silent") });
});
afterAll(async () => {
  await log.close();
  await api.close();
  await receiver.close();
});

async function arrived(path: string, count: number): Promise<void> {
  await expect.poll(() => receiver.at(path).length, { interval: 20 }).toBe(count);
}

const query = (statement: string | Sql) => api.services.reads.query(statement);

/** Looks for due events, as the API does every few seconds. */
async function look(): Promise<void> {
  const client = await api.services.reads.connect();
  try {
    const webhooks = await listeningWebhooks(client);
    await scanUsedUpLinks(api.services, client, webhooks);
    await scanClicks(api.services, client, webhooks, 3600);
  } finally {
    client.release();
  }
}

describe("what is found by looking", () => {
  it("tells once that a link has expired, and again with another expiry", async () => {
    const user = await signUp(api, "expires@example.com");
    await makeWebhook(api, user, receiver.url("/expires"), ["link.expired"]);
    const soon = (ms: number) => new Date(Date.now() + ms).toISOString();
    const link = await makeLink(api, user, { expiresAt: soon(1500) });
    await makeLink(api, user, { expiresAt: soon(3_600_000) });
    await arrived("/expires", 1);
    expect(receiver.at("/expires")[0]).toMatchObject({ type: "link.expired", data: { link: { _id: link.id } } });
    await call(api, "PUT", `/api/urls/${link.id}`, { user, body: { expiresAt: soon(1500) } });
    await arrived("/expires", 2);
    const { rows } = await query("SELECT count(*)::int AS told FROM webhook_told WHERE type = 'link.expired'");
    expect(rows).toEqual([{ told: 2 }]);
  });

  it("tells once that a link is used up, and nothing of those that were before", async () => {
    const user = await signUp(api, "used@example.com");
    const [before, link] = [await makeLink(api, user, { maxClicks: 1 }), await makeLink(api, user, { maxClicks: 2 })];
    const useUp = (id: string, used: number) =>
      query(sql`INSERT INTO link_cap (link_id, number, used) SELECT id, cap_number, ${used} FROM link WHERE id = ${id}
         ON CONFLICT (link_id, number) DO UPDATE SET used = excluded.used`);
    await useUp(before.id, 1);
    await useUp(link.id, 1);
    await makeWebhook(api, user, receiver.url("/used"), ["link.usedUp"]);
    await look();
    await useUp(link.id, 2);
    await look();
    await look();
    await arrived("/used", 1);
    expect(receiver.at("/used")[0]).toMatchObject({
      type: "link.usedUp",
      data: { link: { _id: link.id, maxClicks: 2 } },
    });
    await call(api, "PUT", `/api/urls/${link.id}`, { user, body: { maxClicks: 3 } });
    await useUp(link.id, 3);
    await look();
    await arrived("/used", 2);
  });

  it("tells at each number of clicks once, counted from ClickHouse, and nothing of what was reached before", async () => {
    const user = await signUp(api, "counts@example.com");
    const [old, link] = [await makeLink(api, user), await makeLink(api, user)];
    const clicks = (linkId: string, count: number, at = new Date()) =>
      insertClicks(
        api,
        Array.from({ length: count }, () => ({ ownerId: user.id, linkId, at: at.toISOString() })),
      );
    await clicks(old.id, 12, new Date(Date.now() - 60_000));
    await makeWebhook(api, user, receiver.url("/counts"), ["link.clicks"], { clickMilestones: [10, 5, 20] });
    await clicks(old.id, 3);
    await clicks(link.id, 11);
    await look();
    await arrived("/counts", 2);
    const told = () => receiver.at("/counts").map(({ data }) => [data["count"], data["clicks"]]);
    expect(told()).toEqual([
      [5, 11],
      [10, 11],
    ]);
    await clicks(old.id, 5);
    await look();
    await look();
    await arrived("/counts", 3);
    expect(receiver.at("/counts")[2]?.data).toMatchObject({ count: 20, clicks: 20, link: { _id: old.id } });
  });

  it("tells a workspace of some numbers of clicks in a turn, and of the others in the next ones", async () => {
    const [user, other] = [await signUp(api, "turns@example.com"), await signUp(api, "turns2@example.com")];
    const [link, foreign] = [await makeLink(api, user), await makeLink(api, other)];
    const make = (owner: TestUser) =>
      makeWebhook(api, owner, receiver.url("/turns"), ["link.clicks"], { clickMilestones: [1, 2, 3] });
    const ids = [(await make(user)).id, (await make(other)).id];
    const client = await api.services.reads.connect();
    onTestFinished(() => client.release());
    const webhooks = (await listeningWebhooks(client)).filter(({ id }) => ids.includes(id));
    // Disables the webhooks, so that the API's own worker does not process them.
    await query(sql`UPDATE webhook SET state = 'disabled', disabled_reason = 'gone' WHERE id = ANY (${ids})`);
    const at = new Date().toISOString();
    await insertClicks(api, [
      ...Array.from({ length: 3 }, () => ({ ownerId: user.id, linkId: link.id, at })),
      { ownerId: other.id, linkId: foreign.id, at },
    ]);
    const turns = [];
    for (let i = 0; i < 4; i++) turns.push(await scanClicks(api.services, client, webhooks, 3600, 1));
    expect(turns).toEqual([
      { written: 2, isCut: true },
      { written: 1, isCut: true },
      { written: 1, isCut: true },
      { written: 0, isCut: false },
    ]);
    const { rows } = await query(
      sql`SELECT body::json -> 'data' -> 'count' AS count FROM webhook_message WHERE webhook_id = ${ids[0]} ORDER BY position`,
    );
    expect(rows).toEqual([{ count: 1 }, { count: 2 }, { count: 3 }]);
  });

  it("tells that a domain was lost, and that an import is over", async () => {
    const user = await signUp(api, "lost@example.com");
    await makeWebhook(api, user, receiver.url("/lost"), ["domain.lost", "import.done"]);
    const { body } = await call(api, "POST", "/api/domains", { user, body: { name: "go.lost.example" } });
    const { _id: domainId } = z.object({ _id: z.string() }).parse(body["data"]);
    await api.services.eventStore.unitOfWork(async (tx) => {
      await execute(
        tx,
        sql`INSERT INTO event (stream_type, stream_id, stream_version, type, schema_version, data, meta)
         VALUES ('domain', ${domainId}, 2, 'DomainStateChanged', 1,
           ${JSON.stringify({ domainId, from: "misconfigured", to: "lost", at: new Date().toISOString() })}::jsonb,
           '{"userId": null, "via": "system"}')`,
      );
    });
    await arrived("/lost", 1);
    expect(receiver.at("/lost")[0]?.data).toEqual({
      domain: { _id: domainId, name: "go.lost.example", state: "lost" },
      previous: { state: "misconfigured" },
    });
    await query(sql`INSERT INTO link_import (id, owner_id, source, state, total, done, created_at, ended_at)
       VALUES (${crypto.randomUUID()}, ${user.id}, 'csv', 'done', 3, 2, now(), now())`);
    await arrived("/lost", 2);
    expect(receiver.at("/lost")[1]).toMatchObject({ type: "import.done", data: { import: { total: 3, done: 2 } } });
  });
});

const addressOf = createAddressBytes();
const chrome =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

/** Appends a batch of clicks to the log, as a redirector does. */
async function click(user: TestUser, linkId: string, count: number, more: object = {}, id = crypto.randomUUID()) {
  const made = {
    at: Date.now(),
    linkId: uuidBytes(linkId),
    ownerId: uuidBytes(user.id),
    address: addressOf("203.0.113.77"),
    userAgent: chrome,
    referrer: "https://www.news.example/today?secret=1",
    query: "utm_source=letter%00&utm_campaign=spring",
    flags: 0,
    rule: 3,
    ...more,
  };
  const value = encodeClickBatch(
    uuidBytes(id),
    Array.from({ length: count }, () => made),
  );
  await log.append(clicksV1, [{ key: id, value }]);
  return id;
}

const clicksBody = z.object({ clicks: z.array(z.looseObject({ _id: z.string(), linkId: z.string() })) });
const clicksAt = (path: string) => receiver.at(path).flatMap(({ data }) => clicksBody.parse(data).clicks);

describe("clicks", () => {
  it("come up to 100 at a time, each once, as they are counted, without address and visitor", async () => {
    const [user, other] = [await signUp(api, "clicks@example.com"), await signUp(api, "clicks2@example.com")];
    const [link, foreign] = [await makeLink(api, user), await makeLink(api, other)];
    // A click from before the webhook was created.
    await click(user, link.id, 1, { at: Date.now() - 60_000 });
    const { secret } = await makeWebhook(api, user, receiver.url("/clicks"), ["click"]);
    await call(api, "PUT", "/api/bots/rules", {
      user,
      body: { verdicts: [{ field: "referrer", value: "spam.example", verdict: "bot" }] },
    });
    const id = await click(user, link.id, 250);
    await click(other, foreign.id, 5);
    await click(user, link.id, 1, { referrer: "https://spam.example/" });
    await click(user, link.id, 1, { userAgent: "curl/8.0", address: addressOf("2001:db8::77") });
    // A duplicate of the batch, as sent by a redirector that did not receive the acknowledgement.
    await click(user, link.id, 250, {}, id);
    await click(user, link.id, 1, { flags: 2 });
    await expect.poll(() => clicksAt("/clicks").length).toBe(253);
    const messages = receiver.at("/clicks");
    expect(messages.map(({ data }) => clicksBody.parse(data).clicks.length).toSorted((a, b) => a - b)).toEqual([
      1, 1, 1, 50, 100, 100,
    ]);
    for (const message of messages) verify(secret, message);
    const clicks = clicksAt("/clicks");
    expect(new Set(clicks.map(({ _id }) => _id)).size).toBe(253);
    expect(clicks[0]).toEqual({
      _id: expect.any(String),
      timestamp: expect.any(String),
      linkId: link.id,
      shortUrl: link.code,
      countryCode: expect.any(String),
      regionName: expect.any(String),
      city: expect.any(String),
      device: "desktop",
      browser: "Chrome",
      browserVersion: expect.any(String),
      operatingSystem: "Windows",
      referrer: "news.example",
      utm: { source: "letter", medium: "", campaign: "spring", term: "", content: "" },
      isBot: false,
      botReason: "",
      rule: 3,
    });
    const bots = clicks.filter(({ isBot }) => isBot).map(({ botReason }) => botReason);
    expect(bots.toSorted()).toEqual(["http library: curl", "prefetch", "workspace: referrer"]);
    expect(messages.map(({ body }) => body).join()).not.toMatch(/203\.0\.113|2001:db8|visitor|secret=1/);
  });

  it("of a link that is deleted are taken out of messages that wait", async () => {
    const user = await signUp(api, "gone@example.com");
    receiver.answers.set("/gone", (response) => response.writeHead(500).end());
    const { id } = await makeWebhook(api, user, receiver.url("/gone"), ["click"]);
    const [stays, goes] = [await makeLink(api, user), await makeLink(api, user)];
    await click(user, goes.id, 2);
    await click(user, stays.id, 1);
    await arrived("/gone", 2);
    await expect.poll(async () => (await query("SELECT FROM webhook_attempt")).rowCount).toBeGreaterThan(1);
    await call(api, "DELETE", `/api/urls/${goes.id}`, { user });
    await click(user, goes.id, 1);
    receiver.answers.delete("/gone");
    await click(user, stays.id, 1);
    await dontWait(api, id);
    await expect.poll(() => clicksAt("/gone").length).toBe(5);
    const { rows } = await query(sql`SELECT body FROM webhook_message WHERE webhook_id = ${id}`);
    expect(JSON.stringify(rows)).not.toContain(goes.id);
    expect(JSON.stringify(rows)).toContain(stays.id);
  });

  it("are not read while nobody asks for them, and from then on when somebody does", async () => {
    await query("UPDATE webhook SET state = 'disabled', disabled_reason = 'gone' WHERE 'click' = ANY (events)");
    await expect.poll(async () => (await query("SELECT FROM webhook_clicks_cursor")).rowCount).toBe(0);
    const user = await signUp(api, "later-clicks@example.com");
    const link = await makeLink(api, user);
    await click(user, link.id, 7);
    await makeWebhook(api, user, receiver.url("/later-clicks"), ["click"]);
    await click(user, link.id, 1, { at: Date.now() + 5 });
    await expect.poll(() => clicksAt("/later-clicks").length).toBe(1);
  });

  it("of before are not sent, whether once more or for the first time, when a webhook asks for them again or is switched on", async () => {
    const user = await signUp(api, "again@example.com");
    const link = await makeLink(api, user);
    const { id } = await makeWebhook(api, user, receiver.url("/again"), ["click"]);
    const change = async (body: object) =>
      expect(await call(api, "PATCH", `/api/webhooks/${id}`, { user, body })).toMatchObject({ status: 200 });
    const messages = async () => (await query(sql`SELECT state FROM webhook_message WHERE webhook_id = ${id}`)).rows;
    const noneFollowed = async () => {
      await query(
        sql`UPDATE webhook SET state = 'disabled', disabled_reason = 'gone' WHERE id <> ${id} AND state <> 'disabled'`,
      );
      await expect.poll(async () => (await query("SELECT FROM webhook_clicks_cursor")).rowCount).toBe(0);
    };
    /** Deletes delivered messages, as the cleanup job does. */
    const forget = async () => {
      await expect.poll(messages).toEqual([{ state: "delivered" }]);
      await query(sql`DELETE FROM webhook_message WHERE webhook_id = ${id}`);
    };
    await click(user, link.id, 2);
    await forget();
    expect(clicksAt("/again")).toHaveLength(2);

    await change({ events: ["link.created"] });
    await noneFollowed();
    await click(user, link.id, 3);
    await change({ events: ["link.created", "click"] });
    await click(user, link.id, 1);
    // The topic is read in order: when the new click arrives, the earlier ones have been read.
    await forget();
    expect(clicksAt("/again")).toHaveLength(3);

    await query(sql`UPDATE webhook SET state = 'disabled', disabled_reason = 'gone' WHERE id = ${id}`);
    await noneFollowed();
    await click(user, link.id, 3);
    await change({ paused: false });
    await click(user, link.id, 1);
    await forget();
    expect(clicksAt("/again")).toHaveLength(4);

    // A webhook paused by its owner queues events, and other changes do not restart it from the current position.
    await change({ paused: true });
    await click(user, link.id, 5);
    await change({ name: "Renamed", events: ["click"] });
    await change({ paused: false });
    await forget();
    expect(clicksAt("/again")).toHaveLength(9);
  });
});
