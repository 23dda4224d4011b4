import { once } from "node:events";
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { rowsOf } from "../../../kernel/database/statements.ts";
import { defaultRates } from "../../../kernel/limits/rates.ts";
import { type RawSocket, openRawSocket } from "../../../testing/rawSocket.ts";
import { call, graphql, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../../testing/testApi.ts";
import { messagesPerMinute } from "./flood.ts";
import { defaultSocketLimits } from "./socketLimits.ts";

let api: TestApi;
let port: number;

beforeAll(async () => {
  api = await openTestApi({ settings: { sockets: { ...defaultSocketLimits, subscriptionsPerSocket: 3 } } });
  port = await listen(api);
});
afterAll(() => api.close());

async function listen({ app }: TestApi): Promise<number> {
  return Number(new URL(await app.listen({ port: 0, host: "127.0.0.1" })).port);
}

/** A socket whose token was accepted. */
async function connected(token: string, at = port): Promise<RawSocket> {
  const client = await openRawSocket(at);
  onTestFinished(() => void client.socket.destroy());
  client.send({ type: "connection_init", payload: { token } });
  await expect.poll(() => client.messages).toContainEqual('{"type":"connection_ack"}');
  return client;
}

function subscribe(client: RawSocket, id: string, query: string, variables: object = {}): void {
  client.send({ type: "subscribe", id, payload: { query, variables } });
}

/** Messages of the server for one operation. */
const saidOf = (client: RawSocket, id: string): unknown[] =>
  client.messages.map((text): { id?: string } => JSON.parse(text)).filter((message) => message.id === id);

const counts = "subscription { linkCounts { linkId clicks } }";
const create = 'mutation { createLink(input: { name: "Stolen", originalUrl: "https://example.com" }) { id } }';

describe("a session that has ended", () => {
  it("does nothing more over its socket, which is destroyed within a second though the client answers nothing", async () => {
    const user = await signUp(api);
    const client = await connected(user.accessToken);
    subscribe(client, "before", counts);
    const closed = once(client.socket, "close");
    const before = performance.now();
    await call(api, "POST", "/api/auth/logout", { user });
    await expect.poll(() => client.closeCode()).toBe(4403);
    subscribe(client, "after", counts);
    subscribe(client, "mutation", create);
    await closed;
    // The server waits half a second; a closing handshake would wait 30.
    expect(performance.now() - before).toBeLessThan(10_000);
    expect([...saidOf(client, "after"), ...saidOf(client, "mutation")].filter((said) => !isError(said))).toEqual([]);
    const left = await rowsOf(api.services.orm.em.fork(), sql`SELECT 1 FROM link WHERE owner_id = ${user.id}`);
    expect(left).toEqual([]);
  });

  it("by its token's end is closed and destroyed as well", async () => {
    const user = await signUp(api);
    // Token lifetimes are in whole seconds, so this token is valid for 4 to 5 seconds; connecting must take less.
    const client = await connected(await tokenFor(user, 5));
    await once(client.socket, "close");
    expect(client.closeCode()).toBe(4403);
  });

  it("can't come back with its token", async () => {
    const user = await signUp(api);
    await call(api, "POST", "/api/auth/logout", { user });
    const client = await openRawSocket(port);
    const closed = once(client.socket, "close");
    client.send({ type: "connection_init", payload: { token: user.accessToken } });
    await expect.poll(() => client.closeCode()).toBe(4403);
    client.socket.destroy();
    await closed;
  });
});

const isError = (said: unknown): boolean => said instanceof Object && "type" in said && said.type === "error";

/** Signs a token as the API does, with a shorter lifetime. */
async function tokenFor(user: TestUser, seconds: number): Promise<string> {
  const claims = await api.services.accessTokens.verify(user.accessToken);
  const key = new TextEncoder().encode("a secret that only the tests know, long enough");
  return new SignJWT({ sid: claims?.sessionId })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(user.id)
    .setAudience("hoplog")
    .setIssuedAt()
    .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
    .sign(key);
}

describe("an operation over WebSocket", () => {
  it.each([
    ["a query", "{ me { id } }"],
    ["a mutation", create],
  ])("is refused where it is %s", async (_what, query) => {
    const user = await signUp(api);
    const client = await connected(user.accessToken);
    subscribe(client, "1", query);
    await expect
      .poll(() => saidOf(client, "1"))
      .toMatchObject([
        {
          type: "error",
          payload: [
            { extensions: { type: "VALIDATION_ERROR" }, message: expect.stringContaining("Only subscriptions") },
          ],
        },
      ]);
    expect((await graphql(api, "{ links { totalCount } }", {}, user)).body).toEqual({
      data: { links: { totalCount: 0 } },
    });
  });

  it.each([
    ["no such field", "subscription { nothing }", {}],
    ["bad syntax", "subscription { linkCounts {", {}],
    ["too many tokens", `subscription { linkCounts { ${"linkId ".repeat(5001)} } }`, {}],
    ["too many fields", `subscription { linkCounts { ${"linkId ".repeat(700)} } }`, {}],
    [
      "costly introspection",
      `subscription { linkCounts { linkId } } query { ${aliases(20, "__schema { types { fields { type { fields { name } } } } }")} }`,
      {},
    ],
    ["a missing variable", "subscription ($id: UUID!) { linkCount(linkId: $id) { clicks } }", {}],
    ["a variable of another type", "subscription ($id: UUID!) { linkCount(linkId: $id) { clicks } }", { id: "x" }],
    [
      "two operations and no name",
      `${counts.replace("subscription", "subscription a")} ${counts.replace("subscription", "subscription b")}`,
      {},
    ],
  ])("is answered as over HTTP: %s", async (_what, query, variables) => {
    const user = await signUp(api);
    const client = await connected(user.accessToken);
    subscribe(client, "1", query, variables);
    // HTTP rejects subscriptions only after all other checks, so a query of the same shape shows the errors of
    // variables.
    const overHttp = query.includes("UUID!")
      ? query
          .replace("subscription", "query       ")
          .replace("linkCount(linkId: $id) { clicks }", "link(id: $id) { clicks }")
      : query;
    const { body } = await graphql(api, overHttp, variables, user);
    await expect.poll(() => saidOf(client, "1").length).toBe(1);
    expect(saidOf(client, "1")).toEqual([{ id: "1", type: "error", payload: body["errors"] }]);
    expect(body).toMatchObject({ errors: [{ extensions: { type: "VALIDATION_ERROR" } }] });
  });

  it("tells the same of somebody else's link as HTTP does", async () => {
    const [ada, eve] = [await signUp(api), await signUp(api)];
    const { id } = await makeLink(api, ada);
    const client = await connected(eve.accessToken);
    subscribe(client, "1", "subscription ($id: UUID!) { linkCount(linkId: $id) { clicks } }", { id });
    await expect
      .poll(() => saidOf(client, "1"))
      .toMatchObject([
        { type: "next", payload: { data: null, errors: [{ extensions: { type: "NOT_FOUND_ERROR" } }] } },
        { type: "complete" },
      ]);
  });

  it("finds room on its socket for so many at once, and again when one has ended", async () => {
    const client = await connected((await signUp(api)).accessToken);
    for (const id of ["1", "2", "3"]) subscribe(client, id, counts);
    subscribe(client, "4", counts);
    await expect
      .poll(() => saidOf(client, "4"))
      .toMatchObject([
        {
          type: "error",
          payload: [
            { message: "A connection can have at most 3 subscriptions", extensions: { type: "RATE_LIMIT_ERROR" } },
          ],
        },
      ]);
    client.send({ type: "complete", id: "1" });
    subscribe(client, "5", counts);
    subscribe(client, "6", counts);
    await expect.poll(() => saidOf(client, "6")).toMatchObject([{ type: "error" }]);
    expect(saidOf(client, "5")).toEqual([]);
  });
});

describe("limits over WebSocket", () => {
  let limited: TestApi;
  let at: number;
  beforeAll(async () => {
    limited = await openTestApi({
      settings: {
        rates: { ...defaultRates, api: { points: 40, seconds: 600 }, apiAccount: { points: 6, seconds: 600 } },
        sockets: { socketsPerAddress: 4, socketsPerAccount: 2, subscriptionsPerSocket: 100 },
      },
      isTrusted: (address) => address === "127.0.0.1",
    });
    at = await listen(limited);
  });
  afterAll(() => limited.close());

  it("count each operation by account, as calls over HTTP are", async () => {
    const client = await connected((await signUp(limited)).accessToken, at);
    for (let i = 0; i < 8; i++) subscribe(client, String(i), counts);
    await expect.poll(() => client.messages.filter((text) => text.includes("RATE_LIMIT_ERROR")).length).toBe(2);
    expect(saidOf(client, "7")).toMatchObject([
      { payload: [{ extensions: { type: "RATE_LIMIT_ERROR", rateLimit: { "ratelimit-limit": "6" } } }] },
    ]);
  });

  it("bound the sockets of an account, which may come again later", async () => {
    const user = await signUp(limited);
    const { accessToken } = user;
    const made = await call(limited, "POST", "/api/keys", { user, body: { name: "Tail", scopes: ["stats:read"] } });
    const { key } = z.object({ key: z.string() }).parse(made.body["data"]);
    const first = await connected(accessToken, at);
    await connected(accessToken, at);
    // Sockets opened with an API key count separately from sockets of the key's owner.
    const ofKey = await connected(key, at);
    const third = await openRawSocket(at);
    third.send({ type: "connection_init", payload: { token: accessToken } });
    await expect.poll(() => third.closeCode()).toBe(1013);
    ofKey.socket.destroy();
    first.socket.destroy();
    await expect
      .poll(async () => {
        const again = await openRawSocket(at);
        onTestFinished(() => void again.socket.destroy());
        again.send({ type: "connection_init", payload: { token: accessToken } });
        await expect.poll(() => again.messages.length > 0 || again.closeCode() !== null).toBe(true);
        const taken = again.messages.length > 0;
        if (!taken) again.socket.destroy();
        return taken;
      })
      .toBe(true);
  });

  it("bound the sockets of an address before anything else, and each client behind a proxy for itself", async () => {
    const from = { "x-forwarded-for": "203.0.113.7" };
    const held = await Promise.all([1, 2, 3, 4].map(() => openRawSocket(at, from)));
    await expect(openRawSocket(at, from)).rejects.toThrow("429");
    const other = await openRawSocket(at, { "x-forwarded-for": "203.0.113.8" });
    for (const { socket } of [...held, other]) socket.destroy();
  });
});

it("opens for requests that name their host once", async () => {
  await expect(openRawSocket(port, { host: "evil.example" })).rejects.toThrow("400");
});

describe("a client that floods", () => {
  it("is ended when it sends too many messages", async () => {
    const client = await connected((await signUp(api)).accessToken);
    for (let i = 0; i <= messagesPerMinute; i++) client.send({ type: "pong" });
    await once(client.socket, "close");
    expect(client.closeCode()).toBe(1008);
    expect(await api.registry.getSingleMetricAsString("hoplog_api_sockets_refused_total")).toMatch(
      /reason="messages".* 1$/m,
    );
  });

  it("is ended when it reads nothing of what it is sent", async () => {
    const client = await connected((await signUp(api)).accessToken);
    client.socket.pause();
    const payload = { text: "x".repeat(60_000) };
    for (let i = 0; i < 300; i++) client.send({ type: "ping", payload });
    await expect
      .poll(() => {
        client.ping();
        return client.socket.destroyed;
      })
      .toBe(true);
  });
});

function aliases(count: number, field: string): string {
  return Array.from({ length: count }, (_, i) => `a${i}: ${field}`).join(" ");
}
