import { createServer } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { encodeLinkRecord } from "@hoplog/schema/topics/linkRecord.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { describe, expect, it, onTestFinished } from "vitest";
import { createPages } from "../pages/pages.ts";
import { openReplicaReader } from "../replica/reader.ts";
import { openReplica } from "../replica/replica.ts";
import { usualRules } from "../spool/rotation.ts";
import { createSpool } from "../spool/spool.ts";
import { link } from "../testing/testRedirector.ts";
import { openRaw, statusesIn } from "../testing/raw.ts";
import { createAddressBytes, trustedProxies } from "../visitor/address.ts";
import { type ConnectionLimits, usualLimits } from "./connections.ts";
import { createListener } from "./listener.ts";

const plain = "GET /docs HTTP/1.1\r\nHost: a\r\n\r\n";

/** A listener in this process, with one link, `docs`. */
async function open(limits: Partial<ConnectionLimits> = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), "hoplog-listener-"));
  const writer = openReplica(path.join(folder, "replica"));
  const value = encodeLinkRecord({ ...link, url: `https://example.com/${"x".repeat(500)}` });
  await writer.apply([{ key: "docs", value, recordedAt: 0 }], { log: null, position: null, completeAt: 0 });
  const replica = openReplicaReader(path.join(folder, "replica"));
  const now = (): number => Date.now();
  const spool = createSpool({
    folder: () => folder,
    rules: usualRules,
    fsync: "interval",
    memoryBytes: 1e6,
    logger: createLogger("test", "silent"),
    now,
    random: (size) => crypto.getRandomValues(new Uint8Array(size)),
    onClosed: () => {},
  });
  const httpServer = createServer((_request, response) => response.writeHead(404, { "content-length": 0 }).end());
  const answers: string[] = [];
  const listener = createListener({
    replica,
    spool,
    pages: createPages("http://app.example"),
    isTrusted: trustedProxies([]),
    addressBytes: createAddressBytes(),
    home: "http://app.example",
    onAnswer: (result) => answers.push(result),
    ask: async () => null,
    httpServer,
    keepAliveSeconds: 30,
    limits: { ...usualLimits, ...limits },
    now,
  });
  const port = await listener.listen(0, "127.0.0.1", true);
  onTestFinished(async () => {
    await listener.stop(10);
    spool.close();
    await writer.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { port, listener, answers };
}

describe("a visitor who is slow", () => {
  it("is told so when a head does not come to its end", async () => {
    const { port } = await open({ headMs: 200 });
    const connection = await openRaw(port);
    connection.send(plain + plain.slice(0, 20));
    await connection.closed;
    expect(statusesIn(connection.text())).toEqual([302, 408]);
  });

  it("is told so too when the head comes drop by drop", async () => {
    const { port } = await open({ headMs: 300 });
    const connection = await openRaw(port);
    const drops = setInterval(() => connection.send("x"), 20);
    onTestFinished(() => clearInterval(drops));
    connection.send("GET /");
    await connection.closed;
    expect(statusesIn(connection.text())).toEqual([408]);
  });

  it("loses a connection that nothing comes on", async () => {
    const { port, listener } = await open({ idleMs: 200 });
    const silent = await openRaw(port);
    const once = await openRaw(port);
    once.send(plain);
    const left = await openRaw(port);
    left.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\nPOST");
    await Promise.all([silent.closed, once.closed, left.closed]);
    expect(statusesIn(once.text())).toEqual([302]);
    expect(statusesIn(left.text())[0]).toBe(404);
    await expect.poll(() => listener.connections()).toBe(0);
  });

  it("gets no more answers than it reads, and is let go", async () => {
    const { port, answers, listener } = await open({ stuckMs: 1500 });
    const connection = await openRaw(port);
    connection.socket.pause();
    const flood = Buffer.from(plain.repeat(20_000));
    connection.socket.write(flood);
    connection.socket.write(flood);
    await expect.poll(() => answers.length).toBeGreaterThan(100);
    await expect.poll(() => listener.connections()).toBe(0);
    // 600 bytes an answer: what the kernel's buffers hold, far from all.
    expect(answers.length).toBeLessThan(30_000);
  });

  it("gets all answers when it reads late", async () => {
    const { port, answers } = await open();
    const connection = await openRaw(port);
    connection.socket.pause();
    connection.send(plain.repeat(10_000));
    await expect.poll(() => answers.length).toBeGreaterThan(100);
    connection.socket.resume();
    await expect.poll(() => statusesIn(connection.text()).length).toBe(10_000);
    expect(answers).toHaveLength(10_000);
    connection.socket.destroy();
  });
});

describe("too many connections", () => {
  it("cost the one that was unused longest, not the newest", async () => {
    const { port, listener } = await open({ most: 3 });
    const unused = await openRaw(port);
    const used = [await openRaw(port), await openRaw(port)];
    for (const connection of used) {
      connection.send(plain);
      await expect.poll(() => statusesIn(connection.text())).toEqual([302]);
    }
    const newest = await openRaw(port);
    await unused.closed;
    for (const connection of [...used, newest]) {
      connection.send(plain);
      await expect.poll(() => statusesIn(connection.text()).at(-1)).toBe(302);
    }
    expect(listener.connections()).toBe(3);
    for (const { socket } of [...used, newest]) socket.destroy();
  });
});

describe("stopping", () => {
  it("answers who is in the middle, and tells that it was the last answer", async () => {
    const { port, listener } = await open();
    const [busy, idle] = [await openRaw(port), await openRaw(port)];
    busy.send(plain.slice(0, 10));
    idle.send(plain);
    await expect.poll(() => statusesIn(idle.text())).toEqual([302]);
    const stopped = listener.stop(300);
    busy.send(plain.slice(10));
    await Promise.all([stopped, busy.closed, idle.closed]);
    expect(statusesIn(busy.text())).toEqual([302]);
    expect(busy.text()).toMatch(/^connection: close\r$/im);
  });
});
