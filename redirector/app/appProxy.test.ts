import { createHash, randomBytes } from "node:crypto";
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import WebSocket from "ws";
import { z } from "zod";
import { type AppServer, startAppServer } from "../testing/appServer.ts";
import { exchange, openRaw, statusesIn } from "../testing/raw.ts";
import { link, metricsOf, openTestRedirector, type TestRedirector, visit } from "../testing/testRedirector.ts";

const told = z.object({
  method: z.string(),
  url: z.string(),
  headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  bytes: z.number(),
  sha1: z.string(),
});

describe.each(["bun", "node"])("on %s, the app behind the port of short links", (runtime) => {
  let app: AppServer;
  let test: TestRedirector;
  beforeAll(async () => {
    app = await startAppServer();
    test = await openTestRedirector({
      LISTENER_RUNTIME: runtime,
      PUBLIC_URL: "http://hop.example",
      APP_SERVER: app.url,
    });
    await test.publish("guide", link);
    await test.publish("keys", link);
    await vi.waitFor(async () => expect((await visit(test, "/guide")).status).toBe(302), 60_000);
  });
  afterAll(async () => {
    await test.close();
    await app.close();
  });

  const ask = async (path: string, options: Parameters<typeof visit>[2] = {}) =>
    told.parse(JSON.parse((await visit(test, path, options)).body));

  it.each(["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])(
    "gets a %s with its path, query and body",
    async (method) => {
      const body = method === "GET" || method === "OPTIONS" ? undefined : "a=1&ü=2";
      const headers = { "x-own": "1", cookie: "a=1; b=2", "content-length": String(Buffer.byteLength(body ?? "")) };
      expect(await ask("/api/auth/me?a=%20b&c", { method, headers, ...(body && { body }) })).toMatchObject({
        method,
        url: "/api/auth/me?a=%20b&c",
        bytes: Buffer.byteLength(body ?? ""),
        headers: { "x-own": "1", cookie: "a=1; b=2" },
      });
    },
  );

  it("answers as the app does", async () => {
    const answer = await visit(test, "/api/no-such");
    expect(answer).toMatchObject({ status: 404, headers: { "content-type": "application/json" } });
    expect(answer.headers["set-cookie"]).toEqual(["a=1; Path=/", "b=2; HttpOnly"]);
    expect(answer.headers["keep-alive"]).not.toBe("timeout=99");
    expect((await visit(test, "/api/moved")).headers.location).toBe("/api/there");
    expect(await visit(test, "/api/x", { method: "HEAD" })).toMatchObject({ status: 200, body: "" });
  });

  it("gets all that is no code's, and no code", async () => {
    for (const path of ["/", "/dashboard", "/app.html", "/assets/a.js", "/robots.txt", "/keys", "/x"])
      expect((await ask(path)).url).toBe(path);
    const before = app.asked.length;
    for (const [path, status] of [
      ["/guide", 302],
      ["/guide.", 302],
      ["/guide+", 200],
      ["/no-such-code", 404],
      ["/healthz", 200],
      ["/.well-known/hoplog/own-visits", 200],
    ] as const)
      expect(`${path} ${(await visit(test, path)).status}`).toBe(`${path} ${status}`);
    expect((await visit(test, "/guide", { method: "POST" })).status).toBe(405);
    expect(app.asked).toHaveLength(before);
  });

  it("is told who has come by the connection, whatever they claim", async () => {
    const claims = {
      "x-forwarded-for": "1.2.3.4",
      "x-forwarded-proto": "https",
      "x-forwarded-host": "evil.example",
      "x-forwarded-whatever": "1",
      forwarded: "for=1.2.3.4",
      "x-real-ip": "1.2.3.4",
      "x-request-id": "chosen-by-them",
      host: "hop.example",
    };
    const { headers } = await ask("/api/x", { headers: claims });
    expect(headers).toMatchObject({ host: "hop.example", "x-forwarded-for": "127.0.0.1", "x-forwarded-proto": "http" });
    for (const name of ["x-forwarded-host", "x-forwarded-whatever", "forwarded", "x-real-ip"])
      expect(headers[name]).toBeUndefined();
    const { headers: answered } = await visit(test, "/api/x", { headers: claims });
    expect(answered["x-request-id"]).toMatch(/^[\w-]{16}$/);
    expect(app.asked.at(-1)?.headers["x-request-id"]).toBe(answered["x-request-id"]);
  });

  it("shares a connection with codes, each request going its own way", async () => {
    const agent = "User-Agent: on one connection\r\n";
    const one = (path: string, more = ""): string => `GET ${path} HTTP/1.1\r\nHost: hop.example\r\n${agent}${more}\r\n`;
    const last = one("/guide", "Connection: close\r\n");
    const body =
      "POST /api/x HTTP/1.1\r\nHost: hop.example\r\nContent-Length: 34\r\n\r\nGET /guide HTTP/1.1\r\nHost: evil\r\n\r\n";
    const answer = await exchange(test.redirector.port, one("/guide") + one("/api/a") + one("/guide") + body + last);
    expect(statusesIn(answer)).toEqual([302, 200, 302, 200, 302]);
    const recorded = () => test.clicks.filter(({ userAgent }) => userAgent === "on one connection");
    await expect.poll(() => recorded().length).toBe(3);
  });

  it("gets an upload as it comes, and not faster than it takes it", async () => {
    const size = 30_000_000;
    const bytes = randomBytes(size);
    const { port } = test.redirector;
    const outgoing = request({ host: "127.0.0.1", port, path: "/api/imports", method: "POST" });
    const answered = new Promise<string>((resolve, reject) => {
      outgoing.on("error", reject);
      outgoing.on("response", (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => (text += chunk));
        response.on("end", () => resolve(text));
      });
    });
    outgoing.write(bytes.subarray(0, 1000));
    await expect.poll(() => app.lastBytes()).toBe(1000);
    outgoing.end(bytes.subarray(1000));
    expect(told.parse(JSON.parse(await answered))).toMatchObject({
      bytes: size,
      sha1: createHash("sha1").update(bytes).digest("hex"),
      headers: { "transfer-encoding": "chunked" },
    });
  });

  it.each([0, 34, 2_000_000])(
    "may answer without reading a body of %d bytes, and what comes behind it is answered too",
    async (length) => {
      const before = app.asked.length;
      const early = `POST /api/early HTTP/1.1\r\nHost: hop.example\r\nContent-Length: ${length}\r\n\r\n${"x".repeat(length)}`;
      const last = "GET /api/last HTTP/1.1\r\nHost: hop.example\r\nConnection: close\r\n\r\n";
      const answer = await exchange(test.redirector.port, early + last);
      expect(statusesIn(answer)).toEqual([413, 200]);
      expect(app.asked.slice(before).map(({ url }) => url)).toEqual(["/api/last"]);
    },
  );

  it("answers with a large body to whoever reads slowly, and holds little of it", async () => {
    const connection = await openRaw(test.redirector.port);
    connection.socket.pause();
    connection.send("GET /api/large?50000000 HTTP/1.1\r\nHost: hop.example\r\nConnection: close\r\n\r\n");
    await expect.poll(() => connection.socket.bytesRead).toBeGreaterThan(0);
    connection.socket.resume();
    await connection.closed;
    expect(connection.text().length).toBeGreaterThan(50_000_000);
  });

  it("streams, and is told when nobody listens any more", async () => {
    const connection = await openRaw(test.redirector.port);
    connection.send("GET /api/stream HTTP/1.1\r\nHost: hop.example\r\n\r\n");
    await expect.poll(() => connection.text()).toContain("text/event-stream");
    for (const line of ["data: 1\n\n", "data: 2\n\n"]) {
      app.next(line);
      await expect.poll(() => connection.text()).toContain(line);
    }
    connection.socket.destroy();
    await expect.poll(() => app.open()).toBe(0);
  });

  it("has WebSockets, which end with either side", async () => {
    const open = async (): Promise<WebSocket> => {
      const socket = new WebSocket(`ws://127.0.0.1:${test.redirector.port}/graphql?a=1`, ["graphql-transport-ws"], {
        headers: { "x-forwarded-for": "1.2.3.4", host: "hop.example" },
      });
      await new Promise((resolve, reject) => {
        socket.once("open", resolve);
        socket.once("error", reject);
      });
      return socket;
    };
    const socket = await open();
    expect(app.asked.at(-1)).toMatchObject({
      url: "/graphql?a=1",
      headers: {
        host: "hop.example",
        "x-forwarded-for": "127.0.0.1",
        "sec-websocket-protocol": "graphql-transport-ws",
      },
    });
    for (const text of ["hello", "x".repeat(1_000_000)]) {
      const echoed = new Promise((resolve) => socket.once("message", (message: Buffer) => resolve(message.toString())));
      socket.send(text);
      expect(await echoed).toBe(`echo ${text}`);
    }
    socket.close();
    await expect.poll(() => app.open()).toBe(0);
    const cut = await open();
    cut.terminate();
    await expect.poll(() => app.open()).toBe(0);
  });

  it("may refuse a WebSocket, and no request of theirs goes there by it", async () => {
    const start =
      "GET /graphql?refuse HTTP/1.1\r\nHost: hop.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";
    const before = app.asked.length;
    const answer = await exchange(test.redirector.port, `${start}GET /api/secret HTTP/1.1\r\nHost: a\r\n\r\n`);
    expect(statusesIn(answer)).toEqual([401]);
    expect(answer).not.toMatch(/x-inner|secret/i);
    expect(app.asked).toHaveLength(before);
  });

  it("does not get what wants another protocol than a WebSocket as one", async () => {
    const start = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: hop.example\r\n`;
    const upgrade = "Connection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n";
    for (const [path, status] of [
      ["/guide", 302],
      ["/api/x", 200],
    ] as const)
      expect(statusesIn(await exchange(test.redirector.port, start(path) + upgrade))).toEqual([status]);
    expect(app.asked.at(-1)?.headers.upgrade).toBeUndefined();
    const ofCode = `${start("/guide")}Connection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n`;
    expect(statusesIn(await exchange(test.redirector.port, ofCode))).toEqual([302]);
  });

  it("cuts off what it has begun and can't end", async () => {
    const answer = await exchange(test.redirector.port, "GET /api/cut HTTP/1.1\r\nHost: hop.example\r\n\r\n");
    expect(answer).toMatch(/content-length: 100/i);
    expect(answer.endsWith("half")).toBe(true);
  });

  it("uses a connection again for requests that come one after the other", async () => {
    await ask("/api/x");
    const before = app.connections();
    for (let i = 0; i < 20; i++) await ask("/api/x");
    expect(app.connections()).toBe(before);
    expect(await metricsOf(test)).toMatch(/^hoplog_redirector_app_requests_open(?:\{.*\})? 0$/m);
  });
});

describe("an app that is not there", () => {
  it("is said to be away, in the form that the caller reads, and codes lead on", async () => {
    const app = await startAppServer();
    const test = await openTestRedirector({ APP_SERVER: app.url });
    onTestFinished(() => test.close());
    await test.publish("guide", link);
    await vi.waitFor(async () => expect((await visit(test, "/guide")).status).toBe(302), 60_000);
    expect((await visit(test, "/dashboard")).status).toBe(200);
    await app.close();
    const page = await visit(test, "/dashboard");
    expect(page).toMatchObject({ status: 503, headers: { "retry-after": "2" } });
    expect(page.headers["content-type"]).toMatch(/^text\/html/);
    expect(page.body).toContain(`Request ID: ${String(page.headers["x-request-id"])}`);
    for (const path of ["/api/auth/me", "/graphql"]) {
      const call = await visit(test, path, { method: "POST", body: "{}" });
      expect(call).toMatchObject({ status: 503, headers: { "retry-after": "2" } });
      expect(JSON.parse(call.body)).toMatchObject({
        success: false,
        error: { type: "INTERNAL_ERROR", details: { requestId: call.headers["x-request-id"] } },
      });
    }
    const start = "GET /graphql HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";
    expect(statusesIn(await exchange(test.redirector.port, start))).toEqual([503]);
    expect((await visit(test, "/guide")).status).toBe(302);
    expect(await metricsOf(test)).toMatch(/^hoplog_redirector_app_failures_total(?:\{.*\})? 4$/m);
  });
});

describe.each(["bun", "node"])("on %s, an address that keeps its requests open", (runtime) => {
  it("is refused more of them than its share, and others are not", async () => {
    const app = await startAppServer();
    const test = await openTestRedirector({
      LISTENER_RUNTIME: runtime,
      APP_SERVER: app.url,
      APP_REQUESTS_PER_ADDRESS: "2",
      TRUSTED_PROXIES: "127.0.0.1",
    });
    onTestFinished(async () => {
      await test.close();
      await app.close();
    });
    await test.publish("guide", link);
    await vi.waitFor(async () => expect((await visit(test, "/guide")).status).toBe(302), 60_000);
    const from = (address: string, path: string) => visit(test, path, { headers: { "x-forwarded-for": address } });
    const stream = "GET /api/stream HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 2001:db8::1\r\n\r\n";
    const [first, second] = [await openRaw(test.redirector.port), await openRaw(test.redirector.port)];
    for (const connection of [first, second]) connection.send(stream);
    await expect.poll(() => app.open()).toBe(2);

    const call = await from("2001:db8::2", "/api/auth/me");
    expect(call).toMatchObject({ status: 429, headers: { "retry-after": "2", connection: "close" } });
    expect(JSON.parse(call.body)).toMatchObject({ success: false, error: { type: "RATE_LIMIT_ERROR" } });
    const page = await from("2001:db8::2", "/dashboard");
    expect(page).toMatchObject({ status: 429, headers: { "retry-after": "2" } });
    expect(page.body).toContain("Your network has too many open requests.");
    const upgrade = stream
      .replace("/api/stream", "/graphql")
      .replace("\r\n\r\n", "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
    expect(statusesIn(await exchange(test.redirector.port, upgrade))).toEqual([429]);
    expect((await from("2001:db8::2", "/guide")).status).toBe(302);
    expect((await from("2001:db8:0:1::2", "/api/auth/me")).status).toBe(200);

    first.socket.destroy();
    await expect.poll(() => app.open()).toBe(1);
    await expect.poll(async () => (await from("2001:db8::2", "/api/auth/me")).status).toBe(200);
    second.socket.destroy();
    await expect.poll(() => metricsOf(test)).toMatch(/^hoplog_redirector_app_requests_open(?:\{.*\})? 0$/m);
  });
});

describe("an app on a host of its own", () => {
  it("gets everything there, and nothing where codes are", async () => {
    const app = await startAppServer();
    const test = await openTestRedirector({
      APP_SERVER: app.url,
      PUBLIC_URL: "https://app.example",
      SHORT_URL: "https://hop.example",
      TRUSTED_PROXIES: "127.0.0.1",
    });
    onTestFinished(async () => {
      await test.close();
      await app.close();
    });
    await test.publish("guide", link);
    await vi.waitFor(async () => expect((await visit(test, "/guide")).status).toBe(302), 60_000);
    const at = (host: string, path: string) =>
      visit(test, path, { headers: { host, "x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "https" } });
    for (const path of ["/guide", "/", "/dashboard"]) {
      const answer = await at("app.example", path);
      expect(told.parse(JSON.parse(answer.body))).toMatchObject({
        url: path,
        headers: { host: "app.example", "x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "https" },
      });
    }
    expect((await at("app.example", "/healthz")).body).toContain("redirects");
    const before = app.asked.length;
    expect((await at("hop.example", "/guide")).status).toBe(302);
    expect((await at("hop.example", "/dashboard")).status).toBe(404);
    expect((await at("hop.example", "/")).headers.location).toBe("https://app.example");
    expect(app.asked).toHaveLength(before);
  });
});
