import { once } from "node:events";
import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { type Account, openAccount } from "../running/account.ts";
import { openMailbox } from "../running/mailbox.ts";
import { newTestStack, type TestStack } from "../running/runningStack.ts";

let testStack: TestStack;
/** Names of the links in received messages, by path: the attacker's and the owner's webhooks have different paths. */
const received = new Map<string, string[]>();
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const { data } = message.parse(JSON.parse(Buffer.concat(chunks).toString()));
    const path = request.url ?? "";
    received.set(path, [...(received.get(path) ?? []), data.link.name]);
    response.writeHead(204).end();
  });
});
const message = z.object({ data: z.object({ link: z.object({ name: z.string() }) }) });
const made = z.object({ data: z.object({ _id: z.string() }) });
const madeKey = z.object({ data: z.object({ _id: z.string(), key: z.string() }) });
const loggedIn = z.object({ tokens: z.object({ accessToken: z.string() }) });
const outlets = z.object({ data: z.array(z.object({ _id: z.string(), state: z.string() })) });
const newPassword = "another horse battery";

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  testStack = await newTestStack();
  await testStack.start({ env: { WEBHOOK_NETWORKS: "127.0.0.1/32", RATE_LIMITS: "off" } }).ready();
});
afterAll(async () => {
  server.close();
  await testStack.clear();
});

function urlOf(path: string): string {
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the server does not listen");
  return `http://127.0.0.1:${address.port}${path}`;
}

const at = (path: string) => received.get(path) ?? [];

async function send(token: string | null, method: string, path: string, body?: object) {
  const response = await fetch(testStack.appUrl + path, {
    method,
    headers: {
      ...(body && { "content-type": "application/json" }),
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  return { status: response.status, body: answer };
}

async function logIn(email: string, password: string): Promise<string> {
  const { body } = await send(null, "POST", "/api/auth/login", { email, password });
  return loggedIn.parse(body).tokens.accessToken;
}

/** Creates a webhook over REST, with a session's token or an API key. */
async function makeWebhook(token: string, path: string): Promise<string> {
  const { body } = await send(token, "POST", "/api/webhooks", { url: urlOf(path), events: ["link.created"] });
  return made.parse(body).data._id;
}

async function resetPassword({ email }: Account): Promise<string> {
  await send(null, "POST", "/api/auth/forgot-password", { email });
  const link = await openMailbox(testStack).link("reset-password", email);
  const resetToken = new URL(link).searchParams.get("token");
  expect((await send(null, "POST", "/api/auth/reset-password", { resetToken, newPassword })).status).toBe(200);
  return logIn(email, newPassword);
}

async function makeLink(token: string, name: string): Promise<void> {
  const { status } = await send(token, "POST", "/api/urls", { name, originalUrl: "https://example.com/" });
  expect(status).toBe(201);
}

async function stateOf(token: string, id: string): Promise<string | undefined> {
  const { body } = await send(token, "GET", "/api/auth/outlets");
  return outlets.parse(body).data.find(({ _id }) => _id === id)?.state;
}

describe("what a thief of a session set up", () => {
  test("a webhook receives nothing after the owner has reset the password", async () => {
    const owner = await openAccount(testStack.appUrl, "reset@attacks.example");
    const stolen = await logIn(owner.email, owner.password);
    const id = await makeWebhook(stolen, "/stolen");
    await owner.createLink({ name: "Before" });
    await expect.poll(() => at("/stolen")).toEqual(["Before"]);
    const token = await resetPassword(owner);
    await makeWebhook(token, "/own");
    await makeLink(token, "After");
    // If the stolen webhook were still active, its message would be sent in the same round as this one.
    await expect.poll(() => at("/own")).toEqual(["After"]);
    expect(at("/stolen")).toEqual(["Before"]);
    expect(await stateOf(token, id)).toBe("paused");
  });

  test("a webhook made by a revoked key receives nothing", async () => {
    const owner = await openAccount(testStack.appUrl, "key@attacks.example");
    const token = owner.tokens.accessToken;
    const scopes = ["webhooks:write", "links:read"];
    const { _id: keyId, key } = madeKey.parse(await owner.call("POST", "/api/keys", { name: "Stolen", scopes })).data;
    const id = await makeWebhook(key, "/by-key");
    await owner.call("DELETE", `/api/keys/${keyId}`);
    await makeWebhook(token, "/beside-key");
    await makeLink(token, "After");
    await expect.poll(() => at("/beside-key")).toEqual(["After"]);
    expect(at("/by-key")).toEqual([]);
    expect(await stateOf(token, id)).toBe("paused");
  });

  test("a key made with the session, and what that key made, end with a change of the password", async () => {
    const owner = await openAccount(testStack.appUrl, "nested@attacks.example");
    const token = owner.tokens.accessToken;
    const stolen = await logIn(owner.email, owner.password);
    const made = await send(stolen, "POST", "/api/keys", { name: "Nested", scopes: ["webhooks:write"] });
    const { key } = madeKey.parse(made.body).data;
    const id = await makeWebhook(key, "/nested");
    const change = { currentPassword: owner.password, newPassword };
    expect((await send(token, "POST", "/api/auth/change-password", change)).status).toBe(200);
    await expect.poll(async () => (await send(key, "GET", "/api/webhooks")).status).toBe(401);
    expect(await stateOf(token, id)).toBe("paused");
    // GraphQL does not allow a resume either: only the owner may resume the webhook.
    const query = `mutation { resumeOutlet(kind: webhook, id: "${id}") { state } }`;
    expect((await send(key, "POST", "/graphql", { query })).body).toMatchObject({ errors: [{}] });
    expect(await stateOf(token, id)).toBe("paused");
  });

  test("a webhook of the owner's that the thief widened receives nothing after all other sessions have ended", async () => {
    const owner = await openAccount(testStack.appUrl, "widened@attacks.example");
    const token = owner.tokens.accessToken;
    const id = await makeWebhook(token, "/widened");
    const stolen = await logIn(owner.email, owner.password);
    const events = ["link.created", "link.deleted"];
    expect((await send(stolen, "PATCH", `/api/webhooks/${id}`, { events })).status).toBe(200);
    const change = { currentPassword: owner.password, newPassword };
    expect((await send(token, "POST", "/api/auth/change-password", change)).status).toBe(200);
    expect(await stateOf(token, id)).toBe("paused");
    await makeWebhook(token, "/beside-widened");
    await makeLink(token, "After");
    await expect.poll(() => at("/beside-widened")).toEqual(["After"]);
    expect(at("/widened")).toEqual([]);
  });
});
