import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { encodeLinkRecord, type LinkRecord } from "@hoplog/schema/topics/links/record.js";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { chooseProgram } from "../control/runtime.ts";
import { replicaFolder } from "../replica/folders.ts";
import { openReplica } from "../replica/replica.ts";
import { link } from "../testing/testRedirector.ts";
import { openRaw, statusesIn } from "../testing/raw.ts";

import type { ConnectionLimits } from "./connections.ts";

const plain = "GET /docs HTTP/1.1\r\nHost: a\r\n\r\n";
const lastOf = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
const program = fileURLToPath(new URL("fixtures/listen.ts", import.meta.url));
const figures = z.object({
  port: z.number().default(0),
  answers: z.number().default(0),
  connections: z.number().default(0),
});
type Figures = z.output<typeof figures>;
const silent = createLogger("test", "silent");

describe.each(["bun", "node"] as const)("a listener on %s", (runtime) => {
  /** Opens a listener in a separate process, with one link, `docs`. */
  async function open(limits: Partial<ConnectionLimits> = {}) {
    const folder = mkdtempSync(path.join(tmpdir(), "hoplog-listener-"));
    const slotFolder = path.join(folder, "replica");
    const spoolFolder = path.join(folder, "spool");
    mkdirSync(spoolFolder);
    const writer = openReplica(replicaFolder(slotFolder));
    const write = (changes: Partial<LinkRecord>): Promise<number> => {
      const value = encodeLinkRecord({ ...link, url: `https://example.com/${"x".repeat(500)}`, ...changes });
      return writer.apply([{ key: "docs", value, recordedAt: 0 }], { log: null, position: null, completeAt: 0 });
    };
    await write({});
    const child = spawn(
      chooseProgram(runtime, silent),
      ["--conditions=hoplog-source", program, slotFolder, spoolFolder, JSON.stringify(limits)],
      { stdio: ["ignore", "inherit", "inherit", "ipc"], serialization: "json" },
    );
    const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    const next = (): Promise<Figures> =>
      new Promise((resolve) => child.once("message", (message) => resolve(figures.parse(message))));
    const { port } = await next();
    const ask = async (): Promise<Figures> => {
      const answer = next();
      child.send("figures");
      return answer;
    };
    onTestFinished(async () => {
      child.kill("SIGKILL");
      await exited;
      await writer.close();
      rmSync(folder, { recursive: true, force: true });
    });
    return {
      port,
      write,
      connections: async () => (await ask()).connections,
      answers: async () => (await ask()).answers,
      async stop(graceMs: number): Promise<void> {
        child.send(graceMs);
        await exited;
      },
    };
  }

  describe("a visitor who is slow", () => {
    it("gets an error when a head does not come to its end", async () => {
      const { port } = await open({ headTimeoutMs: 200 });
      const connection = await openRaw(port);
      connection.send(plain + plain.slice(0, 20));
      await connection.closed;
      expect(statusesIn(connection.text())).toEqual([302, 408]);
    });

    it("gets one too when the head comes drop by drop", async () => {
      const { port } = await open({ headTimeoutMs: 300 });
      const connection = await openRaw(port);
      const drops = setInterval(() => connection.send("x"), 20);
      onTestFinished(() => clearInterval(drops));
      connection.send("GET /");
      await connection.closed;
      expect(statusesIn(connection.text())).toEqual([408]);
    });

    it("loses a connection that nothing comes on", async () => {
      const { port, connections } = await open({ idleTimeoutMs: 200 });
      const silent = await openRaw(port);
      const once = await openRaw(port);
      once.send(plain);
      const left = await openRaw(port);
      left.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\nPOST");
      await Promise.all([silent.closed, once.closed, left.closed]);
      expect(statusesIn(once.text())).toEqual([302]);
      expect(statusesIn(left.text())[0]).toBe(404);
      await expect.poll(connections).toBe(0);
    });

    it("gets no more answers than it reads, and is let go", async () => {
      const { port, answers, connections } = await open({ writeTimeoutMs: 1500 });
      const connection = await openRaw(port);
      connection.socket.pause();
      const flood = Buffer.from(plain.repeat(20_000));
      connection.socket.write(flood);
      connection.socket.write(flood);
      await expect.poll(answers).toBeGreaterThan(100);
      await expect.poll(connections).toBe(0);
      // At 600 bytes per response, the kernel's buffers hold far fewer than all responses.
      expect(await answers()).toBeLessThan(30_000);
    });

    it("gets all answers when it reads late", async () => {
      const { port, answers } = await open();
      const connection = await openRaw(port);
      connection.socket.pause();
      connection.send(plain.repeat(10_000));
      await expect.poll(answers).toBeGreaterThan(100);
      connection.socket.resume();
      await expect.poll(() => statusesIn(connection.text()).length).toBe(10_000);
      expect(await answers()).toBe(10_000);
      connection.socket.destroy();
    });
  });

  describe("a request that is the last of its connection", () => {
    it.each([
      ["a link", "/docs", 302],
      ["a code that is looked up", "/no-such", 404],
      ["the HTTP server's", "/%64ocs", 404],
    ])("for %s ends it with the answer", async (_what, path, status) => {
      const { port, connections } = await open();
      const connection = await openRaw(port);
      connection.send(plain + lastOf(path));
      await connection.closed;
      expect(statusesIn(connection.text())).toEqual([302, status]);
      expect(connection.text().split("HTTP/1.1 ").at(-1)).toMatch(/^connection: close\r$/im);
      expect(connection.text().match(/^connection: close/gim)).toHaveLength(1);
      await expect.poll(connections).toBe(0);
    });

    it.each(["/docs", "/no-such"])("for %s is answered whole, and nothing behind it counts", async (path) => {
      const { port, answers, connections } = await open();
      for (const behind of [plain, plain.slice(0, 9), plain.repeat(2000), "\0".repeat(100_000)]) {
        const before = await answers();
        const connection = await openRaw(port);
        connection.send(lastOf(path) + behind);
        await connection.closed;
        expect(statusesIn(connection.text())).toEqual([path === "/docs" ? 302 : 404]);
        expect(await answers()).toBe(before + 1);
      }
      await expect.poll(connections).toBe(0);
    });

    it("is not answered a second time by whoever keeps sending and never ends", async () => {
      const { port, answers, connections } = await open({ idleTimeoutMs: 500 });
      const connection = await openRaw(port, true);
      connection.send(lastOf("/docs") + plain);
      await connection.ended;
      const more = setInterval(() => connection.send(plain), 20);
      onTestFinished(() => clearInterval(more));
      await expect.poll(connections).toBe(0);
      expect(statusesIn(connection.text())).toEqual([302]);
      expect(await answers()).toBe(1);
    });

    it("is answered when it comes byte by byte, and its sender ends first", async () => {
      const { port } = await open();
      const connection = await openRaw(port, true);
      for (const byte of lastOf("/docs")) connection.send(byte);
      connection.socket.end();
      await connection.closed;
      expect(statusesIn(connection.text())).toEqual([302]);
    });
  });

  describe("too many connections", () => {
    it("cost the one that was unused longest, not the newest", async () => {
      const { port, connections } = await open({ maxConnections: 3 });
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
      expect(await connections()).toBe(3);
      for (const { socket } of [...used, newest]) socket.destroy();
    });
  });

  describe("stopping", () => {
    it("answers who is in the middle, and says that it was the last answer", async () => {
      const { port, stop } = await open();
      const [busy, idle] = [await openRaw(port), await openRaw(port)];
      busy.send(plain.slice(0, 10));
      idle.send(plain);
      await expect.poll(() => statusesIn(idle.text())).toEqual([302]);
      const stopped = stop(300);
      busy.send(plain.slice(10));
      await Promise.all([stopped, busy.closed, idle.closed]);
      expect(statusesIn(busy.text())).toEqual([302]);
      expect(busy.text()).toMatch(/^connection: close\r$/im);
    });
  });

  describe("a link that was visited", () => {
    // Without a change counter (on Node), all reads within a millisecond see the same state.
    it.runIf(runtime === "bun")("is followed as it is at each visit, whatever it was at the one before", async () => {
      const { port, write } = await open();
      const connection = await openRaw(port);
      for (let visit = 1; visit <= 200; visit++) {
        const active = visit % 5 !== 0;
        await write({
          revision: visit + 1,
          url: `https://example.com/${visit}`,
          state: active ? "active" : "inactive",
        });
        connection.send(plain);
        await expect.poll(() => statusesIn(connection.text()).length, { interval: 1 }).toBe(visit);
        const newest = connection.text().split("HTTP/1.1 ").at(-1);
        expect(newest).toContain(active ? `302 Found\r\nlocation: https://example.com/${visit}\r\n` : "410 Gone");
      }
      connection.socket.destroy();
    });
  });
});
