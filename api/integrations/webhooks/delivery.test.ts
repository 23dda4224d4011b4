import { operate } from "../../testing/listings.ts";
import { createRegistry } from "@hoplog/platform/metrics/registry.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import type { ClientBase } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  anotherDeliverer,
  dontWait,
  loopback,
  makeWebhook,
  messagesOf,
  reached,
  type Receiver,
  startReceiver,
} from "../../testing/webhookReceiver.ts";
import { mailTo } from "../../testing/mails.ts";
import { call, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { forgetMessages, measureWebhooks, wakeAllLanes } from "./chores.ts";
import { leaseMessages } from "./delivery/claim.ts";
import { attemptsMax, verdictOn } from "./delivery/retries.ts";
import { createSlots } from "./delivery/slots.ts";
import { writeFollowed } from "./follow.ts";
import { createWebhookMetrics } from "./outbox/metrics.ts";
import { messageBody, transactionOn, writeMessages } from "./outbox/newMessage.ts";

let api: TestApi;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver({ byHand: true });
  api = await openTestApi({ settings: { WEBHOOK_NETWORKS: [...loopback] } });
});
afterAll(async () => {
  await api.close();
  await receiver.close();
});

const names = (path: string) => receiver.at(path).map(({ data }) => (data["link"] as { name: string }).name);

/** Writes the given number of messages, as the event follower does. */
async function write(user: TestUser, webhookId: string, count: number, ordered = false, pad = ""): Promise<string[]> {
  const ids = Array.from({ length: count }, () => crypto.randomUUID());
  const client = await api.services.reads.connect();
  try {
    const messages = ids.map((id, i) => ({
      id,
      webhookId,
      ownerId: user.id,
      linkId: null,
      ordered,
      type: "link.created" as const,
      body: messageBody("link.created", new Date().toISOString(), { i, pad }),
    }));
    await transactionOn(client, () => writeMessages(client, messages, ordered ? [webhookId] : [], new Date()));
  } finally {
    client.release();
  }
  return ids;
}

describe("in order", () => {
  it("a link's messages wait for the one before, however often that fails, and other links' don't", async () => {
    const user = await signUp(api, "order@example.com");
    let refusals = 4;
    receiver.answers.set("/order", (response, { body }) => {
      const isRefused = body.includes("Slow") && refusals-- > 0;
      response.writeHead(isRefused ? 500 : 200).end();
    });
    const { id } = await makeWebhook(api, user, receiver.url("/order"), ["link.created", "link.updated"], {
      ordered: true,
    });
    const slow = await makeLink(api, user, { name: "Slow 0" });
    const other = await makeLink(api, user, { name: "Other 0" });
    for (let i = 1; i <= 5; i++) {
      await call(api, "PUT", `/api/urls/${slow.id}`, { user, body: { name: `Slow ${i}` } });
      await call(api, "PUT", `/api/urls/${other.id}`, { user, body: { name: `Other ${i}` } });
    }
    const othersOf = (all: readonly string[], word: string) => all.filter((name) => name.startsWith(word));
    await expect.poll(() => othersOf(names("/order"), "Other")).toHaveLength(6);
    for (let i = 0; i < 4; i++) {
      await expect.poll(() => refusals).toBeLessThan(4 - i);
      await expect.poll(async () => (await messagesOf(api, user, id)).some(({ attempts }) => attempts > i)).toBe(true);
      await dontWait(api, id);
    }
    await reached(api, user, id, "delivered", 12);
    expect(othersOf(names("/order"), "Other")).toEqual([0, 1, 2, 3, 4, 5].map((i) => `Other ${i}`));
    expect(othersOf(names("/order"), "Slow")).toEqual([0, 0, 0, 0, 0, 1, 2, 3, 4, 5].map((i) => `Slow ${i}`));
  });

  it("nothing is stuck behind a message that is given up, removed or written again", async () => {
    const user = await signUp(api, "stuck@example.com");
    receiver.answers.set("/stuck", (response) => response.writeHead(500).end());
    const { id } = await makeWebhook(api, user, receiver.url("/stuck"), ["link.created"], { ordered: true });
    const [first] = await write(user, id, 3, true);
    await expect.poll(() => receiver.at("/stuck").length).toBe(1);
    await expect.poll(async () => (await messagesOf(api, user, id)).at(-1)?.attempts).toBe(1);
    await api.services.reads.query(sql`UPDATE webhook_message SET attempts = 7 WHERE id = ${first}`);
    receiver.answers.delete("/stuck");
    receiver.answers.set("/stuck", (response, { id: sent }) => response.writeHead(sent === first ? 500 : 200).end());
    await dontWait(api, id);
    const messages = await reached(api, user, id, "delivered", 2);
    expect(messages.at(-1)).toMatchObject({ _id: first, state: "failed", attempts: 8 });
    // The first message is written again together with a new one, as after a crash of the follower.
    await write(user, id, 1, true);
    await reached(api, user, id, "delivered", 3);
  });
});

describe("a banned account's messages", () => {
  it("wait until the ban is lifted", async () => {
    const [user, neighbour] = [await signUp(api, "banned@example.com"), await signUp(api, "neighbour@example.com")];
    const { id } = await makeWebhook(api, user, receiver.url("/banned"), ["link.created"]);
    const { id: other } = await makeWebhook(api, neighbour, receiver.url("/neighbour"), ["link.created"]);
    await operate(api, "ban", "user", user.id, "--reason", "Spam");
    await write(user, id, 3);
    await write(neighbour, other, 1);
    await reached(api, neighbour, other, "delivered", 1);
    expect(receiver.at("/banned")).toEqual([]);
    await operate(api, "lift", "user", user.id);
    await expect.poll(() => receiver.at("/banned")).toHaveLength(3);
  });
});

describe("two processes", () => {
  it("send each message once", async () => {
    const user = await signUp(api, "twice@example.com");
    const other = await anotherDeliverer(api);
    const { id } = await makeWebhook(api, user, receiver.url("/twice"), ["link.created"]);
    const ids = await write(user, id, 300);
    await expect.poll(async () => (await left(id)).length).toBe(0);
    await other.stop();
    expect(
      receiver
        .at("/twice")
        .map((each) => each.id)
        .toSorted(),
    ).toEqual(ids.toSorted());
  });

  it("of which one dies with messages that it has taken lose nothing", async () => {
    const user = await signUp(api, "dead@example.com");
    const { id } = await makeWebhook(api, user, receiver.url("/dead"), ["link.created"], { ordered: true });
    await call(api, "PATCH", `/api/webhooks/${id}`, { user, body: { paused: true } });
    const ids = await write(user, id, 3, true);
    // The sender has taken the first message and may have sent it.
    const taken = await leaseMessages(api.services, new Map([[id, 10]]), new Date());
    expect(taken.map((each) => each.id)).toEqual(ids.slice(0, 1));
    await call(api, "PATCH", `/api/webhooks/${id}`, { user, body: { paused: false } });
    await api.services.reads.query(sql`UPDATE webhook_message SET due_at = now() WHERE id = ${ids[0]}`);
    await expect.poll(() => receiver.at("/dead").map((each) => each.id)).toEqual(ids);
  });

  it("write what has happened once, also where they are given it twice", async () => {
    const user = await signUp(api, "again-given@example.com");
    const { id } = await makeWebhook(api, user, receiver.url("/given"), ["link.created", "link.updated"]);
    const link = await makeLink(api, user);
    await call(api, "PUT", `/api/urls/${link.id}`, {
      user,
      body: { name: "Else", originalUrl: "https://else.example/" },
    });
    await reached(api, user, id, "delivered", 2);
    const client = await api.services.reads.connect();
    const { rows } = await client.query(
      sql`SELECT transaction_id::text AS "transactionId", position::text, stream_type AS "streamType", stream_id AS "streamId",
         stream_version AS "streamVersion", type, schema_version AS version, data FROM event WHERE stream_id = ${link.id} ORDER BY position`,
    );
    const webhookMetrics = createWebhookMetrics(createRegistry("api"));
    // Also checks batches that end or start within a transaction.
    const services = { ...api.services, webhookMetrics };
    for (const part of [rows, rows.slice(0, 2), rows.slice(2)]) await writeFollowed(services, client, part);
    client.release();
    expect(rows).toHaveLength(3);
    expect(await messagesOf(api, user, id)).toHaveLength(2);
  });
});

async function left(webhookId: string): Promise<unknown[]> {
  const { rows } = await api.services.reads.query(
    sql`SELECT id FROM webhook_message WHERE webhook_id = ${webhookId} AND state = 'pending'`,
  );
  return rows;
}

describe("a receiver", () => {
  it("that never answers delays nobody else, and what goes there is tried again", async () => {
    const [slow, quick] = [await signUp(api, "tarpit@example.com"), await signUp(api, "quick@example.com")];
    receiver.answers.set("/tarpit", () => undefined);
    const other = await anotherDeliverer(api, 300);
    const { id: slowId } = await makeWebhook(api, slow, receiver.url("/tarpit"), ["link.created"]);
    const { id: quickId } = await makeWebhook(api, quick, receiver.url("/quick"), ["link.created"]);
    await write(slow, slowId, 90);
    await expect.poll(() => receiver.at("/tarpit").length).toBeGreaterThan(3);
    const began = performance.now();
    await write(quick, quickId, 200);
    await expect.poll(() => receiver.at("/quick").length).toBe(200);
    expect(performance.now() - began).toBeLessThan(5000);
    await expect
      .poll(
        async () =>
          (await messagesOf(api, slow, slowId)).filter(({ error }) => error === "No answer within 300 ms").length,
      )
      .toBeGreaterThan(0);
    await other.stop();
    receiver.answers.delete("/tarpit");
    await call(api, "DELETE", `/api/webhooks/${slowId}`, { user: slow });
  });

  it("that sends a huge answer, or redirects, gets no more than an attempt", async () => {
    const user = await signUp(api, "huge@example.com");
    receiver.answers.set("/huge", (response) => response.writeHead(200).end("x".repeat(20_000_000)));
    receiver.answers.set("/elsewhere", (response) =>
      response.writeHead(302, { location: receiver.url("/stolen") }).end(),
    );
    const { id: huge } = await makeWebhook(api, user, receiver.url("/huge"), ["link.created"]);
    const { id: elsewhere } = await makeWebhook(api, user, receiver.url("/elsewhere"), ["link.created"]);
    const [large] = await write(user, huge, 1, false, "x".repeat(2_000_000));
    await write(user, elsewhere, 1);
    await reached(api, user, huge, "delivered");
    const shown = await call(api, "GET", `/api/webhooks/${huge}/messages/${large}`, { user });
    expect(shown.body["data"]).toMatchObject({ attemptLog: [{ status: 200, response: "x".repeat(1000) }] });
    await expect.poll(async () => (await messagesOf(api, user, elsewhere))[0]?.error).toMatch(/with status 302$/);
    expect(receiver.at("/stolen")).toEqual([]);
  });

  it("at a private address is not reached, by whatever name", async () => {
    const strict = await openTestApi({
      settings: { WEBHOOK_NETWORKS: [{ address: "10.9.8.7", prefix: 32, family: "ipv4" }] },
    });
    try {
      const user = await signUp(strict, "private@example.com");
      const { id } = await makeWebhook(strict, user, `https://localhost:${receiver.port}/private`, ["link.created"]);
      await makeLink(strict, user);
      await expect
        .poll(async () => (await messagesOf(strict, user, id))[0]?.error)
        .toBe("localhost is not a public address, or can't be resolved");
    } finally {
      await strict.close();
    }
    expect(receiver.at("/private")).toEqual([]);
  });

  it("that fails for a day is told to the owner, and after five it is switched off", async () => {
    const user = await signUp(api, "fails@example.com");
    receiver.answers.set("/fails", (response) => response.writeHead(500).end());
    const { id } = await makeWebhook(api, user, receiver.url("/fails"), ["link.created"], { name: "Shop" });
    await write(user, id, 1);
    const failingFor = (days: number) =>
      api.services.reads.query(
        sql`UPDATE webhook SET failing_since = now() - make_interval(days => ${days}) WHERE id = ${id}`,
      );
    await expect.poll(async () => (await messagesOf(api, user, id))[0]?.attempts).toBe(1);
    await failingFor(2);
    await dontWait(api, id);
    await mailTo(api, user.email, "Your webhook “Shop” fails");
    await failingFor(6);
    await dontWait(api, id);
    const { text } = await mailTo(api, user.email, "Your webhook “Shop” is switched off");
    expect(text).toContain("No message could be delivered for 5 days.");
    const listed = await call(api, "GET", "/api/webhooks", { user });
    expect(listed.body["data"]).toMatchObject([{ state: "disabled", disabledReason: "failing" }]);
    // Events that occur while the webhook is disabled are not queued for it.
    await makeLink(api, user);
    const { id: witness } = await makeWebhook(api, user, receiver.url("/witness"), ["link.created"]);
    await makeLink(api, user);
    await reached(api, user, witness, "delivered");
    expect(await messagesOf(api, user, id)).toHaveLength(1);
  });
});

describe("messages", () => {
  const own = () => ({ ...api.services, webhookMetrics: createWebhookMetrics(createRegistry("api")) });

  it("that are too many switch their webhook off, and the owner is told; switched on, it gets them", async () => {
    const user = await signUp(api, "backlog@example.com");
    const { id } = await makeWebhook(api, user, receiver.url("/backlog"), ["link.created"], { name: "Slow shop" });
    await call(api, "PATCH", `/api/webhooks/${id}`, { user, body: { paused: true } });
    await write(user, id, 3);
    const client = await api.services.reads.connect();
    await measureWebhooks(own(), client, 2);
    client.release();
    const { text } = await mailTo(api, user.email, "Your webhook “Slow shop” is switched off");
    expect(text).toContain("messages waited for it");
    await call(api, "PATCH", `/api/webhooks/${id}`, { user, body: { paused: false } });
    await reached(api, user, id, "delivered", 3);
  });

  it("that are over are removed but for the last 10,000 of a webhook, however many have come", async () => {
    const user = await signUp(api, "over@example.com");
    const { id } = await makeWebhook(api, user, receiver.url("/over"), ["link.created"]);
    const query = (text: string) => api.services.reads.query<{ count: number; first: number }>(text, [id]);
    await query(
      `INSERT INTO webhook_message (id, webhook_id, owner_id, lane, type, body, created_at, state, ended_at)
       SELECT gen_random_uuid(), w.id, w.owner_id, w.id, 'test', n::text, now(), 'delivered', now()
       FROM webhook AS w CROSS JOIN generate_series(1, 20001) AS n WHERE w.id = $1 ORDER BY n::integer`,
    );
    const client = await api.services.reads.connect();
    await forgetMessages(client, new Date());
    client.release();
    const { rows } = await query(
      "SELECT count(*)::integer, min(body::integer) AS first FROM webhook_message WHERE webhook_id = $1",
    );
    expect(rows).toEqual([{ count: 10_000, first: 10_002 }]);
  });

  it("are removed after 7 days, and what waits behind one that was removed is sent", async () => {
    const user = await signUp(api, "old@example.com");
    receiver.answers.set("/old", (response) => response.writeHead(500).end());
    const { id } = await makeWebhook(api, user, receiver.url("/old"), ["link.created"], { ordered: true });
    const [first, second] = await write(user, id, 2, true);
    await expect.poll(async () => (await messagesOf(api, user, id)).at(-1)?.attempts).toBe(1);
    receiver.answers.delete("/old");
    await api.services.reads.query(
      sql`UPDATE webhook_message SET created_at = now() - interval '8 days' WHERE id = ${first}`,
    );
    const client = await api.services.reads.connect();
    await forgetMessages(client, new Date());
    await wakeAllLanes(client, new Date());
    client.release();
    const [left, ...none] = await reached(api, user, id, "delivered");
    expect([left?._id, none]).toEqual([second, []]);
  });
});

describe("messages that are written", () => {
  it("go to Postgres some at a time, in their order, however many there are", async () => {
    const body = messageBody("link.created", new Date().toISOString(), { note: '"'.repeat(28_000) });
    const texts: string[] = [];
    const values: unknown[][][] = [];
    const client = {
      query: async (query: string | { text: string; values: unknown[] }) => {
        texts.push(typeof query === "string" ? query : query.text);
        if (typeof query === "string" || !query.text.includes("INSERT")) return {};
        // The first array of parameters contains the message ids.
        const given = query.values.filter((value): value is unknown[] => Array.isArray(value));
        values.push(given);
        return { rowCount: given[0]?.length };
      },
    } as unknown as ClientBase;
    const ids = Array.from({ length: 3000 }, () => crypto.randomUUID());
    const [webhookId, ownerId] = [crypto.randomUUID(), crypto.randomUUID()];
    function* messages() {
      for (const id of ids)
        yield { id, webhookId, ownerId, linkId: null, ordered: true, type: "link.created" as const, body };
    }
    expect(await writeMessages(client, messages(), [webhookId], new Date())).toBe(ids.length);
    expect(values.flatMap(([written]) => written)).toEqual(ids);
    expect(values.length).toBeGreaterThan(40);
    // Length of a body after pg has escaped it.
    const { length } = JSON.stringify(body);
    for (const [written = []] of values) expect(written.length * length).toBeLessThan(16_000_000);
    expect([texts[0], texts.at(-1)]).toEqual([
      expect.stringContaining("FOR NO KEY UPDATE"),
      expect.stringContaining("UPDATE webhook_message"),
    ]);
    expect(texts).toHaveLength(values.length + 2);
    await expect(writeMessages(client, messages(), [], new Date())).rejects.toThrow("not locked");
  });
});

describe("retries", () => {
  it("come after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, with jitter", () => {
    const hour = 3_600_000;
    const pauses = [5000, hour / 12, hour / 2, 2 * hour, 5 * hour, 10 * hour, 10 * hour];
    const failed = { status: 500, retryAfterMs: null };
    for (const [i, pause] of pauses.entries()) {
      expect(verdictOn(failed, i + 1, 0)).toEqual({ is: "retried", inMs: pause, holdMs: null });
      expect(verdictOn(failed, i + 1, 1)).toEqual({ is: "retried", inMs: pause * 1.2, holdMs: null });
    }
    expect(verdictOn(failed, attemptsMax, 0)).toEqual({ is: "failed", holdMs: null });
    expect(verdictOn({ status: null, retryAfterMs: null }, 1, 0)).toMatchObject({ is: "retried" });
    expect(verdictOn({ status: 204, retryAfterMs: null }, 1, 0)).toEqual({ is: "delivered" });
  });

  it("wait as long as the receiver asks, within bounds", () => {
    const asked = (retryAfterMs: number) => verdictOn({ status: 503, retryAfterMs }, 1, 0);
    expect(asked(60_000)).toEqual({ is: "retried", inMs: 60_000, holdMs: 60_000 });
    expect(asked(1000)).toEqual({ is: "retried", inMs: 5000, holdMs: 1000 });
    expect(asked(-5)).toEqual({ is: "retried", inMs: 5000, holdMs: null });
    expect(asked(1e15)).toMatchObject({ inMs: 24 * 3_600_000 });
    expect(verdictOn({ status: 500, retryAfterMs: 60_000 }, 1, 0)).toMatchObject({ inMs: 5000, holdMs: null });
    const last = verdictOn({ status: 429, retryAfterMs: 60_000 }, attemptsMax, 0);
    expect(last).toEqual({ is: "failed", holdMs: 60_000 });
  });
});

describe("a process's requests", () => {
  it("are shared so that slow webhooks, and those of one workspace, leave room for the others", () => {
    const slots = createSlots();
    let taken = 0;
    for (let i = 0; i < 100; i++) taken += slots.take(`slow ${i}`, `owner ${i}`);
    expect(taken).toBe(128);
    expect(slots.take("new", "new")).toBe(0);
    for (let i = 0; i < 8; i++) slots.end("slow 0", 15_000, false);
    expect(slots.take("slow 0", "owner 0")).toBe(1);
    expect(slots.take("quick", "somebody")).toBe(7);
    for (let i = 0; i < 7; i++) slots.end("quick", 10, true);
    expect(slots.take("quick", "somebody")).toBe(15);
    for (let i = 0; i < 20; i++) slots.take(`of one ${i}`, "somebody");
    expect(slots.underWay()).toBeLessThanOrEqual(128 + 64);
  });
});
