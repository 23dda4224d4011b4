import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { sql } from "@hoplog/platform/postgres/sql.js";
import {
  dontWait,
  loopback,
  makeWebhook,
  messagesOf,
  reached,
  type Receiver,
  startReceiver,
  verify,
} from "../../testing/webhookReceiver.ts";
import { makeGroup } from "../../testing/access/world.ts";
import { mailsTo } from "../../testing/mails.ts";
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

let api: TestApi;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  api = await openTestApi({ settings: { WEBHOOK_NETWORKS: [...loopback] } });
});
afterAll(async () => {
  await api.close();
  await receiver.close();
});

const linkEvents = ["link.created", "link.updated", "link.deleted"];
const edit = (user: TestUser, id: string, body: object) => call(api, "PUT", `/api/urls/${id}`, { user, body });
async function arrived(path: string, count: number): Promise<void> {
  await expect.poll(() => receiver.at(path).length, { interval: 20 }).toBe(count);
}

describe("events of links", () => {
  it("come signed, in the shape of the REST API, with what was before and no password", async () => {
    const user = await signUp(api, "shapes@example.com");
    const { secret } = await makeWebhook(api, user, receiver.url("/shapes"), linkEvents);
    const groupId = await makeGroup(api, user, "Posters");
    const link = await makeLink(api, user, { name: "Spring", originalUrl: "https://old.example/", groupId });
    await edit(user, link.id, { originalUrl: "https://new.example/", tags: ["Print"], password: "open sesame" });
    // Favourites belong to a user, so marking one does not change the link.
    await edit(user, link.id, { isFavourite: true });
    const { body } = await call(api, "GET", `/api/urls/${link.id}`, { user });
    await arrived("/shapes", 2);
    const [created, updated] = receiver.at("/shapes");
    for (const each of receiver.at("/shapes")) verify(secret, each);
    expect(() => verify(secret, { headers: created?.headers ?? {}, body: "{}" })).toThrow("No matching signature");
    expect(created).toMatchObject({
      type: "link.created",
      data: {
        link: { _id: link.id, name: "Spring", originalUrl: "https://old.example/", shortUrl: link.code, tags: [] },
      },
    });
    const {
      noOfClicks: _,
      isFavourite: __,
      updatedAt: ___,
      ...rest
    } = z.record(z.string(), z.unknown()).parse(body["url"] ?? body["data"]);
    const { updatedAt: ____, ...sent } = z.record(z.string(), z.unknown()).parse(updated?.data["link"]);
    expect(sent).toEqual({ ...rest, hasPassword: true });
    expect(updated?.data["previous"]).toEqual({ originalUrl: "https://old.example/", tags: [], hasPassword: false });
    expect(JSON.stringify(receiver.received)).not.toMatch(/sesame|passwordId/);
    await call(api, "DELETE", `/api/urls/${link.id}`, { user });
    await arrived("/shapes", 3);
    expect(receiver.at("/shapes")[2]).toMatchObject({
      type: "link.deleted",
      data: { link: { _id: link.id, shortUrl: link.code } },
    });
  });

  it("are those that are asked for, of the links that it is narrowed to, and nobody else's", async () => {
    const [user, other] = [await signUp(api, "narrow@example.com"), await signUp(api, "narrow2@example.com")];
    const groupId = await makeGroup(api, user, "Ours");
    await makeWebhook(api, user, receiver.url("/narrow"), ["link.created"], { groupIds: [groupId] });
    await makeWebhook(api, user, receiver.url("/all"), ["link.created"]);
    await makeLink(api, other);
    const outside = await makeLink(api, user);
    const inside = await makeLink(api, user, { groupId });
    await edit(user, inside.id, { name: "Else" });
    await arrived("/all", 2);
    await arrived("/narrow", 1);
    expect(receiver.at("/narrow")[0]?.data["link"]).toMatchObject({ _id: inside.id });
    expect(receiver.at("/all").map(({ data }) => data["link"])).toMatchObject([
      { _id: outside.id },
      { _id: inside.id },
    ]);
  });

  it("lose their texts with the link: those that wait, and those that are shown", async () => {
    const user = await signUp(api, "erased@example.com");
    receiver.answers.set("/erased", (response) => response.writeHead(500).end("Secret name"));
    const { id } = await makeWebhook(api, user, receiver.url("/erased"), linkEvents);
    const link = await makeLink(api, user, { name: "Secret name", originalUrl: "https://secret.example/" });
    await arrived("/erased", 1);
    await expect.poll(async () => (await messagesOf(api, user, id))[0]?.attempts).toBe(1);
    await call(api, "DELETE", `/api/urls/${link.id}`, { user });
    receiver.answers.delete("/erased");
    await dontWait(api, id);
    await reached(api, user, id, "delivered", 2);
    const created = receiver.at("/erased").filter(({ type }) => type === "link.created");
    expect(created.at(-1)?.data).toEqual({ link: { _id: link.id }, isErased: true });
    const { rows } = await api.services.reads.query(
      sql`SELECT body, response FROM webhook_message LEFT JOIN webhook_attempt ON message_id = id WHERE webhook_id = ${id}`,
    );
    expect(JSON.stringify(rows)).not.toMatch(/Secret name|secret\.example/);
    await graphql(api, "mutation ($password: String!) { deleteAccount(password: $password) }", { password }, user);
    const { rowCount } = await api.services.reads.query(sql`SELECT FROM webhook_message WHERE webhook_id = ${id}`);
    expect(rowCount).toBe(0);
  });
});

describe("a delivery", () => {
  it("is tried again later, and shown with each attempt; a test, one message and all failed ones are sent again", async () => {
    const user = await signUp(api, "again@example.com");
    let status = 500;
    receiver.answers.set("/again", (response) => response.writeHead(status).end(`status ${status}\0`));
    const { id, secret } = await makeWebhook(api, user, receiver.url("/again"), ["link.created"]);
    const { body } = await call(api, "POST", `/api/webhooks/${id}/test`, { user });
    const { messageId } = z.object({ messageId: z.uuid() }).parse(body["data"]);
    const [waiting] = await firstTried(user, id);
    expect(waiting).toMatchObject({ _id: messageId, type: "test", state: "pending", attempts: 1, status: 500 });
    const inMs = new Date(waiting?.nextAttemptAt ?? 0).getTime() - Date.now();
    expect(inMs).toBeGreaterThan(3000);
    expect(inMs).toBeLessThan(6100);
    for (let attempt = 2; attempt <= 8; attempt++) {
      await dontWait(api, id);
      await expect.poll(async () => (await messagesOf(api, user, id))[0]?.attempts).toBe(attempt);
    }
    await reached(api, user, id, "failed");
    const shown = await call(api, "GET", `/api/webhooks/${id}/messages/${messageId}`, { user });
    expect(shown.body["data"]).toMatchObject({
      state: "failed",
      nextAttemptAt: null,
      body: expect.stringContaining(`"type":"test"`),
      attemptLog: Array.from({ length: 8 }, () => ({
        status: 500,
        error: "The server responded with status 500",
        response: "status 500",
      })),
    });
    status = 200;
    const resent = await call(api, "POST", `/api/webhooks/${id}/resend`, { user, body: { since: "2026-01-01" } });
    expect(resent.body["data"]).toEqual({ messages: 1 });
    await reached(api, user, id, "delivered");
    await call(api, "POST", `/api/webhooks/${id}/messages/${messageId}/resend`, { user });
    await arrived("/again", 10);
    const [last] = receiver.at("/again").slice(-1);
    if (last) verify(secret, last);
    expect(new Set(receiver.at("/again").map((each) => each.id))).toEqual(new Set([messageId]));
  });

  it("honours Retry-After for all that goes there, and ends with 410", async () => {
    const user = await signUp(api, "later@example.com");
    receiver.answers.set("/later", (response) => response.writeHead(429, { "retry-after": "3600" }).end());
    const { id } = await makeWebhook(api, user, receiver.url("/later"), ["link.created"]);
    await makeLink(api, user);
    await arrived("/later", 1);
    const [message] = await firstTried(user, id);
    const inMs = new Date(message?.nextAttemptAt ?? 0).getTime() - Date.now();
    expect(inMs).toBeGreaterThan(3_500_000);
    await call(api, "PATCH", `/api/webhooks/${id}`, { user, body: { name: "Another name" } });
    await makeLink(api, user);
    await expect.poll(async () => (await messagesOf(api, user, id)).length).toBe(2);
    const held = await api.services.reads.query(sql`SELECT hold_until > now() AS held FROM webhook WHERE id = ${id}`);
    expect(held.rows).toEqual([{ held: true }]);
    receiver.answers.set("/later", (response) => response.writeHead(410).end());
    await api.services.reads.query(sql`UPDATE webhook SET hold_until = NULL WHERE id = ${id}`);
    await dontWait(api, id);
    await expect
      .poll(async () => (await call(api, "GET", "/api/webhooks", { user })).body["data"])
      .toMatchObject([{ state: "disabled", disabledReason: "gone" }]);
    await expect
      .poll(async () => (await mailsTo(api, user.email)).map(({ subject }) => subject))
      .toContainEqual(expect.stringMatching(/^Your webhook “Another name” is switched off$/));
    const back = await call(api, "PATCH", `/api/webhooks/${id}`, { user, body: { paused: false } });
    expect(back.body["data"]).toMatchObject({ state: "active", disabledReason: null });
  });

  it("signs by both secrets while they are rotated", async () => {
    const user = await signUp(api, "rotates@example.com");
    const { id, secret } = await makeWebhook(api, user, receiver.url("/rotates"), ["link.created"]);
    const rotated = await call(api, "POST", `/api/webhooks/${id}/rotate`, { user });
    const { secret: next } = z.object({ secret: z.string() }).parse(rotated.body["data"]);
    expect(next).toMatch(/^whsec_/);
    await makeLink(api, user);
    await arrived("/rotates", 1);
    const [first] = receiver.at("/rotates");
    if (!first) return;
    verify(secret, first);
    verify(next, first);
    await api.services.reads.query(sql`UPDATE webhook SET previous_until = now() WHERE id = ${id}`);
    await makeLink(api, user);
    await arrived("/rotates", 2);
    const [, second] = receiver.at("/rotates");
    if (!second) return;
    verify(next, second);
    expect(() => verify(secret, second)).toThrow();
    const listed = JSON.stringify((await call(api, "GET", "/api/webhooks", { user })).body);
    expect(listed).not.toContain("whsec_");
    const { rows } = await api.services.reads.query("SELECT encode(secret, 'escape') AS secret FROM webhook", []);
    expect(JSON.stringify(rows)).not.toContain(next.slice(6, 20));
  });

  it("waits while it is paused", async () => {
    const user = await signUp(api, "paused@example.com");
    const { id } = await makeWebhook(api, user, receiver.url("/paused"), ["link.created"]);
    await call(api, "PATCH", `/api/webhooks/${id}`, { user, body: { paused: true } });
    await makeLink(api, user);
    await expect.poll(async () => (await messagesOf(api, user, id)).length).toBe(1);
    await call(api, "PATCH", `/api/webhooks/${id}`, { user, body: { paused: false } });
    await arrived("/paused", 1);
  });
});

/** Waits until the latest message has been attempted once, and returns the webhook's messages. */
async function firstTried(user: TestUser, id: string) {
  await expect.poll(async () => (await messagesOf(api, user, id))[0]?.attempts).toBe(1);
  return messagesOf(api, user, id);
}

describe("what can't be", () => {
  it.each([
    ["url", { url: "http://10.0.0.1/" }],
    ["url", { url: "ftp://example.com/" }],
    ["url", { url: "https://a:b@example.com/" }],
    ["url", { url: `https://example.com/${"a".repeat(2100)}` }],
    ["url", { url: "" }],
    ["events", { events: [] }],
    ["events", { events: ["link.eaten"] }],
    ["clickMilestones", { clickMilestones: [0] }],
    ["clickMilestones", { clickMilestones: Array.from({ length: 1000 }, (_, i) => i + 1) }],
    ["name", { name: "n".repeat(101) }],
    ["name", { name: "a\u0000b" }],
    ["name", { name: "a\r\nBcc: b@example.com" }],
    ["url", { url: "https://example.com/\u0000" }],
    ["linkIds", { linkIds: Array.from({ length: 101 }, () => crypto.randomUUID()) }],
  ])("is refused by its %s", async (field, change) => {
    const user = await signUp(api, `refused-${crypto.randomUUID()}@example.com`);
    const body = { url: "https://example.com/", events: ["click"], ...change };
    const answer = await call(api, "POST", "/api/webhooks", { user, body });
    expect(answer.status).toBe(422);
    expect(answer.body["error"]).toMatchObject({ details: { fields: [{ field }] } });
  });

  it("is more than 20, and another's", async () => {
    const [user, other] = [await signUp(api, "many@example.com"), await signUp(api, "stranger@example.com")];
    const ids: string[] = [];
    for (let i = 0; i < 20; i++) ids.push((await makeWebhook(api, user, receiver.url("/many"), ["click"])).id);
    const body = { url: receiver.url("/many"), events: ["click"] };
    expect((await call(api, "POST", "/api/webhooks", { user, body })).status).toBe(409);
    const theirs = await graphql(api, "{ webhooks { id } }", {}, other);
    expect(theirs.body["data"]).toEqual({ webhooks: [] });
    expect((await call(api, "GET", `/api/webhooks/${ids[0]}/messages`, { user: other })).status).toBe(404);
  });
});
