import { connect } from "node:net";
import { createClient } from "graphql-ws";
import { describe, expect, test } from "vitest";
import WebSocket from "ws";
import { openAccount } from "../running/account.ts";
import { send } from "../security/send.ts";
import { attackedStack } from "./attackedStack.ts";

// Attackers on a host that the app and short links share: they try to forge their client address or to send requests
// past the checks.

const attacked = attackedStack({ ONE_HOST: "on", TRUSTED_PROXIES: "" });
const door = (): string => attacked.stack().shortUrl;

/** Sends raw bytes; resolves with the response once the connection ends or has been silent for three seconds. */
function raw(text: string): Promise<string> {
  const { port } = new URL(door());
  return new Promise((resolve) => {
    const socket = connect(Number(port), "localhost");
    let answer = "";
    socket.setTimeout(3000, () => socket.destroy());
    socket.on("data", (chunk) => (answer += chunk.toString("latin1")));
    socket.on("error", () => {});
    socket.on("close", () => resolve(answer));
    socket.write(text, "latin1");
  });
}

const statusesIn = (answer: string): number[] =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

test("an account watches its clicks live beside codes that never wait for the app", async () => {
  const owner = await openAccount(door(), "one-host@example.com");
  const { code } = await owner.createLink({ name: "Shared" });
  const client = createClient({
    url: `${door().replace("http", "ws")}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { token: owner.tokens.accessToken },
    retryAttempts: 0,
  });
  const results: unknown[] = [];
  const failed: unknown[] = [];
  client.subscribe(
    { query: "subscription { linkCounts { linkId clicks } }" },
    { next: (result) => results.push(result), error: (error) => failed.push(error), complete: () => {} },
  );
  await expect
    .poll(
      async () => {
        expect((await send(door(), `/${code}`)).status).toBe(302);
        return results.length + failed.length;
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThan(0);
  expect(failed).toEqual([]);
  await client.dispose();
});

describe("a request within another one", () => {
  const inner = "GET /api/no-such-call HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const post = (...headers: string[]): string =>
    ["POST /api/auth/login HTTP/1.1", "Host: localhost", ...headers, "\r\n"].join("\r\n");
  const chunked = `0\r\n\r\n${inner}`;

  test.each([
    ["a length and chunks", post("Content-Length: 5", "Transfer-Encoding: chunked") + chunked],
    ["chunks and a length", post("Transfer-Encoding: chunked", `Content-Length: ${chunked.length}`) + chunked],
    ["two lengths", post("Content-Length: 0", `Content-Length: ${inner.length}`) + inner],
    ["a length with a sign", post("Content-Length: +0") + inner],
    ["a length in hexadecimal", post("Content-Length: 0x0") + inner],
    ["a blank before the colon", post("Transfer-Encoding : chunked") + chunked],
    ["an unknown encoding", post("Transfer-Encoding: xchunked") + chunked],
    ["chunks twice", post("Transfer-Encoding: chunked", "Transfer-Encoding: chunked") + chunked],
    ["chunks and identity", post("Transfer-Encoding: chunked, identity") + chunked],
    ["a folded line", post("Transfer-Encoding:", " chunked") + chunked],
    ["a tab", post("Transfer-Encoding:\tchunked\x0b") + chunked],
    ["bare line feeds", post("Content-Length: 0").replaceAll("\r\n", "\n") + inner],
    ["a bad size of a chunk", post("Transfer-Encoding: chunked") + `0x0\r\n\r\n${inner}`],
    ["a size of a chunk that overflows", post("Transfer-Encoding: chunked") + `10000000000000000\r\n\r\n${inner}`],
    ["a NUL", post("X: a\0b") + inner],
    ["two hosts", post("Host: evil.example", "Content-Length: 0") + inner],
  ])("by %s is refused, and nobody judges it alone", async (_what, text) => {
    const statuses = statusesIn(await raw(text));
    expect(new Set(statuses)).toEqual(new Set([400]));
  });

  test.each(["GET", "DELETE", "OPTIONS", "POST"])("in the body of a %s stays a body", async (method) => {
    for (const [header, body] of [
      [`Content-Length: ${inner.length}`, inner],
      ["Transfer-Encoding: chunked", `${inner.length.toString(16)}\r\n${inner}\r\n0\r\n\r\n`],
    ] as const) {
      const before = `${method} /api/no-such-call HTTP/1.1\r\nHost: localhost\r\n${header}\r\n\r\n${body}`;
      const after = "GET /api/no-such-after HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
      expect(statusesIn(await raw(before + after))).toHaveLength(2);
    }
    // The next request on a shared connection to the app gets its own response.
    expect(await send(door(), "/healthz")).toMatchObject({ status: 200 });
    expect((await send(door(), "/api/urls")).status).toBe(401);
  });

  test("is not needed to learn that a body is too large, however it is sent", async () => {
    const body = "x".repeat(1_000_000);
    const parts = Array.from({ length: 5 }, () => `${body.length.toString(16)}\r\n${body}\r\n`).join("");
    const json = "Content-Type: application/json";
    for (let time = 0; time < 5; time++) {
      const chunks = `${post(json, "Transfer-Encoding: chunked", "Connection: close")}${parts}0\r\n\r\n`;
      expect(statusesIn(await raw(chunks))).toEqual([413]);
      expect(statusesIn(await raw(post(json, `Content-Length: ${body.length}`, "Connection: close") + body))).toEqual([
        413,
      ]);
    }
  });

  test("behind a request for a WebSocket that is refused goes nowhere", async () => {
    const upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n";
    const text = `GET /graphql HTTP/1.1\r\nHost: localhost\r\n${upgrade}${inner}${inner}`;
    const statuses = statusesIn(await raw(text));
    expect(statuses).toHaveLength(1);
    expect(statuses[0]).toBeGreaterThanOrEqual(400);
  });

  test("never reaches a path that is nobody's here", async () => {
    for (const path of ["/metrics", "/metrics/", "/%6detrics", "//metrics", "/api/../metrics", "/./metrics"])
      expect([path, (await send(door(), path)).body.includes("hoplog_api_")]).toEqual([path, false]);
  });
});

describe("whoever claims to come from elsewhere", () => {
  test("is limited as one, by each header that names an address", async () => {
    const names = ["x-forwarded-for", "forwarded", "x-real-ip", "cf-connecting-ip", "x-client-ip"];
    const attempt = async (n: number): Promise<number> => {
      const claims = Object.fromEntries(names.map((name) => [name, `203.0.113.${n}`]));
      const body = { email: `nobody-${n}@example.com`, password: "wrong password" };
      return (await send(door(), "/api/auth/login", { method: "POST", headers: claims, body })).status;
    };
    let last = 401;
    for (let n = 1; n <= 200 && last !== 429; n++) last = await attempt(n);
    expect(last).toBe(429);
  });

  test("does not choose the host that mails lead to, nor https", async () => {
    const headers = { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" };
    const answer = await send(door(), "/", { headers });
    expect(JSON.stringify(answer.headers)).not.toContain("evil.example");
    expect(answer.headers["strict-transport-security"]).toBeUndefined();
  });
});
