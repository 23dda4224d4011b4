import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { visitors } from "../browser/visitors.ts";
import { type Account, openAccount } from "../running/account.ts";
import { newTestStack, type TestStack } from "../running/runningStack.ts";

// Attacks on other tenants and their resources by tenants, holders of restricted API keys, and visitors.

let testStack: TestStack;
let owner: Account;
let stranger: Account;

beforeAll(async () => {
  testStack = await newTestStack();
  await testStack.start({ env: { RATE_LIMITS: "off" } }).ready();
  owner = await openAccount(testStack.appUrl, "owner@example.com");
  stranger = await openAccount(testStack.appUrl, "stranger@example.com", "Grace Hopper");
});
afterAll(() => testStack.clear());

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Sends a call with a session's token or an API key; resolves with error responses too. */
async function send(token: string, method: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(testStack.appUrl + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}

const named = z.object({ data: z.object({ _id: z.string(), key: z.string().optional() }) });
const listed = z.object({ data: z.array(z.object({ _id: z.string(), error: z.string().nullable().optional() })) });

async function keyOf(account: Account, bounds: object): Promise<string> {
  return named.parse(await account.call("POST", "/api/keys", { name: "Program", ...bounds })).data.key ?? "";
}

async function webhookAt(url: string): Promise<string> {
  const body = { url, events: ["link.created"] };
  return named.parse(await owner.call("POST", "/api/webhooks", body)).data._id;
}

/** Returns the messages of a webhook, once an attempt to deliver one has failed. */
async function messagesOf(webhookId: string) {
  const read = async () => listed.parse(await owner.call("GET", `/api/webhooks/${webhookId}/messages`)).data;
  await expect.poll(async () => (await read()).some(({ error }) => typeof error === "string")).toBe(true);
  return read();
}

test("a key for webhooks alone reads no links and clicks out of stored bodies", async () => {
  const webhookId = await webhookAt("https://receiver.invalid/hook");
  const secret = "https://example.com/only-for-who-reads-links";
  await owner.createLink({ name: "Secret", originalUrl: secret });
  const [message] = await messagesOf(webhookId);
  const key = await keyOf(owner, { scopes: ["webhooks:read"] });
  const path = `/api/webhooks/${webhookId}/messages`;
  const query = `{ webhookMessage(id: "${webhookId}", messageId: "${message?._id}") { body } }`;
  for (const answer of [
    await send(key, "GET", path),
    await send(key, "GET", `${path}/${message?._id}`),
    await send(key, "POST", "/graphql", { query }),
    await send(stranger.tokens.accessToken, "GET", `${path}/${message?._id}`),
  ]) {
    expect(answer.text).not.toContain("only-for-who-reads-links");
  }
  const wide = await keyOf(owner, { scopes: ["webhooks:read", "links:read", "stats:read"] });
  expect((await send(wide, "GET", `${path}/${message?._id}`)).text).toContain("only-for-who-reads-links");
});

test("a claim of somebody else's domain stays a claim, and takes nothing from those who use the name", async () => {
  const name = "shop.example.com";
  const claim = await send(stranger.tokens.accessToken, "POST", "/api/domains", { name });
  expect([claim.status, claim.text]).toEqual([201, expect.stringContaining('"pending"')]);
  const taken = await send(stranger.tokens.accessToken, "POST", "/api/urls", {
    name: "Taken over",
    originalUrl: "https://evil.example/",
    domain: name,
    shortUrl: "sale",
  });
  expect(taken.status).toBe(201);
  // Redirectors do not serve an unverified domain; its owner may still claim it, and links may point to it.
  const visit = await fetch(`${testStack.shortUrl}/sale`, { redirect: "manual", headers: { host: name } });
  expect(visit.status).toBe(404);
  expect((await send(owner.tokens.accessToken, "POST", "/api/domains", { name })).status).toBe(201);
  await owner.createLink({ name: "To the shop", originalUrl: `https://${name}/` });
});

test("a visitor's formula is text in the SQL console's CSV", async () => {
  const { code } = await owner.createLink({ name: "Formula" });
  const formula = "=cmd|' /C calc'!A0";
  await fetch(`${testStack.shortUrl}/${code}?utm_source=${encodeURIComponent(formula)}`, {
    redirect: "manual",
    headers: { "user-agent": visitors.firefoxOnLinux },
  });
  const query = "SELECT utm_source FROM clicks WHERE utm_source != ''";
  const file = async () => (await send(owner.tokens.accessToken, "POST", "/api/sql", { query, format: "csv" })).text;
  await expect.poll(file).toBe(`utm_source\r\n"'${formula}"\r\n`);
});

describe("the URL of a webhook", () => {
  test.each([
    "https://db/",
    "https://localhost/",
    "https://metadata./",
    "https://168.63.129.16/",
    "https://[::ffff:a00:1]/",
  ])("can't be %s, and says only that it can't be reached", async (url) => {
    const answer = await send(owner.tokens.accessToken, "POST", "/api/webhooks", { url, events: ["link.created"] });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain("is not a public address, or can't be resolved");
  });

  test("tells nobody whether a name is one inside", async () => {
    const names = ["inside.localhost", "no-such-name.invalid"];
    const ids = await Promise.all(names.map((name) => webhookAt(`https://${name}/`)));
    await owner.createLink({ name: "Said to all" });
    const errors = await Promise.all(ids.map(async (id) => (await messagesOf(id)).map(({ error }) => error)));
    expect(errors).toEqual(names.map((name) => [`${name} is not a public address, or can't be resolved`]));
  });
});

test("jobs of many links beyond those that may run are refused, and nobody else waits for them", async () => {
  await stranger.createLink({ name: "Of the stranger" });
  const start = () =>
    send(stranger.tokens.accessToken, "POST", "/api/urls/jobs", {
      filter: { isActive: true },
      change: { redirectStatus: 302 },
    });
  const answers = await Promise.all(Array.from({ length: 25 }, start));
  expect(answers.filter(({ status }) => status !== 409 && status >= 300)).toEqual([]);
  expect(answers.some(({ status }) => status < 300)).toBe(true);
  expect((await send(owner.tokens.accessToken, "GET", "/api/urls")).text).not.toContain("Of the stranger");
});

test("a key for one group's links learns of no external id elsewhere", async () => {
  const groupId = await owner.createGroup("Of the program");
  await owner.createLink({ name: "Elsewhere" }, { externalId: "crm-17" });
  const key = await keyOf(owner, { scopes: ["links:write"], groupId });
  const attempts = ["crm-17", "crm-18"].map((externalId) =>
    send(key, "POST", "/api/urls", { name: "Probe", originalUrl: "https://example.com/", externalId }),
  );
  const [taken, free] = await Promise.all(attempts);
  expect(taken?.status).toBe(403);
  expect(taken).toEqual(free);
});

test.each(["pay\u202Epal", "pay\u200Bpal", "\u3164", "pay\u{E0041}pal"])(
  "%j is no name, over REST and GraphQL",
  async (name) => {
    const rest = await send(stranger.tokens.accessToken, "POST", "/api/groups", { name });
    const query = "mutation ($name: String!) { createGroup(name: $name) { id } }";
    const graphql = await send(stranger.tokens.accessToken, "POST", "/graphql", { query, variables: { name } });
    for (const { text } of [rest, graphql]) expect(text).toContain("VALIDATION_ERROR");
  },
);
