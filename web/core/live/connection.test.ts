// @vitest-environment node
import type * as GraphQL from "graphql";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { useServer } from "graphql-ws/use/ws";
import type { WebSocket as ServerSocket } from "ws";
import { WebSocketServer } from "ws";
import { describe, expect, it, onTestFinished } from "vitest";
import type { LiveStatus } from "./connection.ts";
import { createLiveConnection } from "./connection.ts";
import { SessionOver } from "../session/renewal.ts";

// Loads the copy of graphql that graphql-ws loads, because graphql-ws rejects a schema of another copy.
const { buildSchema }: typeof GraphQL = createRequire(import.meta.url)("graphql");
const schema = buildSchema("type Query { n: Int } type Subscription { n: Int! }");

/** Starts a real subscription server that accepts one token at a time. */
async function startServer() {
  const http = createServer();
  const sockets = new WebSocketServer({ server: http, path: "/graphql" });
  const state = { token: "good-0", connections: 0 };
  const push = new Set<() => void>();
  useServer(
    {
      schema,
      onConnect: ({ connectionParams }) => {
        state.connections += 1;
        return connectionParams?.token === state.token;
      },
      subscribe: () => ticks(push),
    },
    sockets,
  );
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const close = () => {
    for (const socket of sockets.clients) socket.terminate();
    sockets.close();
    http.close();
  };
  onTestFinished(close);
  const address = http.address();
  if (address === null || typeof address === "string") throw new Error("No port");
  const each = (act: (socket: ServerSocket) => void) => sockets.clients.forEach(act);
  return {
    url: `ws://127.0.0.1:${address.port}/graphql`,
    state,
    tick: () => push.forEach((wake) => wake()),
    refuse: () => each((socket) => socket.close(4403, "Forbidden")),
    cut: () => each((socket) => socket.terminate()),
    /** Returns the number of subscriptions ever started. */
    begun: () => push.size,
  };
}

async function* ticks(push: Set<() => void>) {
  let wake: () => void = () => undefined;
  push.add(() => wake());
  for (;;) {
    await new Promise<void>((resolve) => (wake = resolve));
    yield { data: { n: 1 } };
  }
}

function connect(url: string, renew: () => Promise<string> = () => Promise.reject(new SessionOver("refused"))) {
  let token = "good-0";
  const seen = { statuses: [] as LiveStatus[], ended: 0, renewals: 0, values: 0 };
  const connection = createLiveConnection({
    url,
    accessToken: () => token,
    renew: async () => {
      seen.renewals += 1;
      token = await renew();
      return token;
    },
    end: () => (seen.ended += 1),
    pause: () => Promise.resolve(),
  });
  connection.subscribe((status) => seen.statuses.push(status));
  const stop = connection.client.subscribe(
    { query: "subscription { n }" },
    { next: () => (seen.values += 1), error: () => undefined, complete: () => undefined },
  );
  onTestFinished(() => {
    stop();
    return connection.client.dispose();
  });
  return { connection, seen };
}

describe("the live connection", () => {
  it("delivers what the server pushes", async () => {
    const server = await startServer();
    const { connection, seen } = connect(server.url);
    await expect.poll(() => server.begun()).toBe(1);
    expect(connection.status()).toBe("live");
    server.tick();
    await expect.poll(() => seen.values).toBe(1);
  });

  it("comes back after a cut, says so on the way, and goes on delivering", async () => {
    const server = await startServer();
    const { connection, seen } = connect(server.url);
    await expect.poll(() => server.begun()).toBe(1);
    server.cut();
    await expect.poll(() => seen.statuses).toEqual(["connecting", "live", "lost", "live"]);
    await expect.poll(() => server.begun()).toBe(2);
    server.tick();
    await expect.poll(() => seen.values).toBe(1);
    expect(connection.status()).toBe("live");
    expect(seen.renewals).toBe(0);
  });

  it("renews the session when its token was refused, and comes back with the new one", async () => {
    const server = await startServer();
    const { connection, seen } = connect(server.url, () => Promise.resolve("good-1"));
    await expect.poll(() => server.begun()).toBe(1);
    server.state.token = "good-1";
    server.refuse();
    await expect.poll(() => seen.statuses).toEqual(["connecting", "live", "lost", "live"]);
    expect(seen).toMatchObject({ renewals: 1, ended: 0 });
    expect(connection.status()).toBe("live");
  });

  it("ends the session when it can't be renewed", async () => {
    const server = await startServer();
    server.state.token = "another";
    const { seen } = connect(server.url);
    await expect.poll(() => seen.ended).toBe(1);
    expect(seen.statuses).not.toContain("live");
  });
});
