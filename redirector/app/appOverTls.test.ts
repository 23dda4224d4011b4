import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { IncomingMessage } from "node:http";
import { request } from "node:https";
import { buffer } from "node:stream/consumers";
import { freePort } from "@hoplog/platform/process/freePort.js";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import WebSocket from "ws";
import { z } from "zod";
import { type CertificateFolder, createCertificateFolder } from "@hoplog/platform/testing/certificateFolder.js";
import { type AppServer, startAppServer } from "../testing/appServer.ts";
import { exchange, statusesIn } from "../testing/raw.ts";
import { link, openTestRedirector, type TestRedirector, visit } from "../testing/testRedirector.ts";

const host = "hop.example";
const told = z.object({ headers: z.record(z.string(), z.unknown()), bytes: z.number(), sha1: z.string() });

describe.each(["bun", "node"])("on %s, the app behind the port of short links with TLS", (runtime) => {
  let app: AppServer;
  let test: TestRedirector;
  let port: number;
  let certificates: CertificateFolder;
  beforeAll(async () => {
    certificates = createCertificateFolder();
    await certificates.writePair("hop", [host]);
    app = await startAppServer();
    port = await freePort();
    test = await openTestRedirector({
      LISTENER_RUNTIME: runtime,
      PUBLIC_URL: `https://${host}`,
      APP_SERVER: app.url,
      SHORT_TLS_PORT: String(port),
      TLS_CERTIFICATES: certificates.folder,
      HTTPS_REDIRECT: "on",
      HSTS: "300",
    });
    await test.publish("guide", link);
    await vi.waitFor(async () => expect((await ask("/guide")).status).toBe(302), 60_000);
  });
  afterAll(async () => {
    await test.close();
    await app.close();
    certificates.remove();
  });

  const overTls = { host: "127.0.0.1", servername: host, rejectUnauthorized: false } as const;

  async function ask(target: string, body: Buffer | null = null) {
    const outgoing = request({
      ...overTls,
      port,
      path: target,
      method: body ? "POST" : "GET",
      headers: { host, "x-forwarded-proto": "http" },
      agent: false,
    });
    outgoing.end(body ?? undefined);
    const [response] = z.tuple([z.instanceof(IncomingMessage)]).parse(await once(outgoing, "response"));
    return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
  }

  it("is told of https, whatever a visitor claims, and sends HSTS along", async () => {
    const { status, headers, body } = await ask("/api/x");
    expect([status, headers["strict-transport-security"]]).toEqual([200, "max-age=300"]);
    expect(told.parse(JSON.parse(body.toString())).headers).toMatchObject({
      host,
      "x-forwarded-proto": "https",
      "x-forwarded-for": "127.0.0.1",
    });
  });

  it("gets uploads whole, and its downloads arrive whole", async () => {
    const sent = randomBytes(5_000_000);
    const { body } = await ask("/api/x", sent);
    expect(told.parse(JSON.parse(body.toString()))).toMatchObject({
      bytes: sent.length,
      sha1: createHash("sha1").update(sent).digest("hex"),
    });
    expect((await ask("/api/large?5000000")).body.equals(Buffer.alloc(5_000_000, 65))).toBe(true);
  });

  it("has WebSockets over TLS", async () => {
    const socket = new WebSocket(`wss://127.0.0.1:${port}/graphql?a=1`, ["graphql-transport-ws"], {
      ...overTls,
      headers: { host },
    });
    onTestFinished(() => socket.terminate());
    await once(socket, "open");
    const echoed = once(socket, "message");
    const sent = "x".repeat(100_000);
    socket.send(sent);
    expect(String((await echoed)[0])).toBe(`echo ${sent}`);
  });

  it("leads visitors to https who come by http, and opens no WebSocket there", async () => {
    const before = app.asked.length;
    for (const method of ["GET", "POST", "DELETE"]) {
      const { status, headers } = await visit(test, "/api/x?a=1", { method, headers: { host } });
      expect([status, headers.location]).toEqual([308, `https://${host}/api/x?a=1`]);
    }
    const upgrade = `GET /graphql HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`;
    expect(statusesIn(await exchange(test.redirector.port, upgrade))).toEqual([308]);
    expect(app.asked).toHaveLength(before);
  });
});
