import { once } from "node:events";
import { createServer } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { commandOf, isAlive, signal } from "@hoplog/stack/processes/inspect.js";
import { isPortFree } from "@hoplog/stack/processes/ports.js";
import { newTestStack } from "../running/runningStack.ts";
import type { TestStack } from "../running/runningStack.ts";

let testStack: TestStack;
beforeEach(async () => {
  testStack = await newTestStack();
});
afterEach(() => testStack.clear());

const parts = ["api", "clickhouse", "ingest", "postgres", "redirector"];

async function healthy(url: string): Promise<number> {
  const response = await fetch(`${url}/healthz`, { headers: { connection: "close" } });
  await response.arrayBuffer();
  return response.status;
}

describe("make up", () => {
  test.each([
    ["Ctrl-C in its terminal", (pid: number) => process.kill(-pid, "SIGINT")],
    ["SIGTERM to make alone", (pid: number) => process.kill(pid, "SIGTERM")],
  ])("starts five named processes, and none is left after %s", async (_, end) => {
    const run = testStack.start({ by: "make" });
    await run.ready();
    const pids = testStack.pids();
    expect(Object.keys(pids).toSorted()).toEqual(parts);
    for (const [name, pid] of Object.entries(pids)) expect(commandOf(pid)).toContain(name);
    expect(run.output()).toMatch(new RegExp(`hoplog is ready.*${testStack.appUrl}.*${testStack.shortUrl}`));
    expect([await healthy(testStack.appUrl), await healthy(testStack.shortUrl)]).toEqual([200, 200]);
    end(run.child.pid ?? 0);
    await run.ended;
    // make itself may end a moment before the processes that it started.
    await expect.poll(() => Object.values(pids).filter(isAlive)).toEqual([]);
    expect(await isPortFree(testStack.appPort, "127.0.0.1")).toBe(true);
    expect(await isPortFree(testStack.shortPort, "127.0.0.1")).toBe(true);
  });

  test("a port in use is a clear message and a failure", async () => {
    const other = createServer().listen(testStack.appPort, "127.0.0.1");
    await once(other, "listening");
    try {
      const run = testStack.start({ by: "make" });
      expect(await run.ended).not.toBe(0);
      expect(run.output()).toContain(`Port ${testStack.appPort} for the app is in use`);
    } finally {
      other.close();
    }
  });

  test("a data folder that can not be written is a clear message and a failure", async () => {
    const run = testStack.start({ by: "make", env: { HOPLOG_DATA: "/proc/hoplog" } });
    expect(await run.ended).not.toBe(0);
    expect(run.output()).toContain("The data folder /proc/hoplog cannot be written");
  });
});

describe("without a mail service, where others could reach the mailbox", () => {
  // In development, a separate proxy listens on the app's port.
  test.each([
    ["make up", "stack/boot/up.ts", "HOST is not a loopback address"],
    ["make dev", "stack/boot/dev.ts", "the proxy's BIND_ADDRESS is not a loopback address"],
  ])("%s starts nothing that answers, and says what to set", async (_, boot, reason) => {
    const run = testStack.start({ boot, env: { HOST: "0.0.0.0" } });
    expect(await run.ended).toBe(1);
    expect(run.output()).toContain("POSTMARK_TOKEN: set it or SMTP_URL");
    expect(run.output()).toContain(reason);
    expect(await isPortFree(testStack.appPort, "0.0.0.0")).toBe(true);
  });
});

describe("the running stack", () => {
  test("starts a second time with nothing to install or build, and says how long it took", async () => {
    const first = testStack.start({ by: "make" });
    await first.ready();
    first.child.kill("SIGTERM");
    await first.ended;
    const second = testStack.start({ by: "make" });
    await second.ready();
    expect(second.output()).not.toMatch(/Installing|Built/);
    console.log(/hoplog is ready after [\d.]+ s/.exec(second.output())?.[0]);
  });

  test("a killed redirector is started again without a pause, and answers", async () => {
    const run = testStack.start();
    await run.ready();
    const { redirector = 0 } = testStack.pids();
    const killedAt = Date.now();
    signal(redirector, "SIGKILL");
    await expect.poll(() => testStack.pids()["redirector"] ?? redirector, { interval: 5 }).not.toBe(redirector);
    await expect.poll(() => healthy(testStack.shortUrl).catch(() => 0), { interval: 5 }).toBe(200);
    console.log(`a killed redirector was back after ${Date.now() - killedAt} ms`);
    expect(run.output()).toMatch(/redirector\s+ended \(SIGKILL\); starting it again\n/);
  });

  test.each(["postgres", "clickhouse", "api", "ingest"])("is whole again after a kill -9 of %s", async (name) => {
    const run = testStack.start();
    await run.ready();
    const { [name]: before = 0 } = testStack.pids();
    signal(before, "SIGKILL");
    await expect.poll(() => testStack.pids()[name] ?? before).not.toBe(before);
    await expect.poll(() => healthy(testStack.appUrl).catch(() => 0)).toBe(200);
    await expect.poll(() => healthy(testStack.shortUrl).catch(() => 0)).toBe(200);
    expect(run.output()).toMatch(new RegExp(`${name}\\s+ended \\(SIGKILL\\)`));
  });

  test("kill -9 of the supervisor leaves nothing that the next start trips over", async () => {
    const first = testStack.start();
    await first.ready();
    const pids = Object.values(testStack.pids());
    first.child.kill("SIGKILL");
    await first.ended;
    await testStack.start().ready();
    expect(pids.filter(isAlive)).toEqual([]);
    expect([await healthy(testStack.appUrl), await healthy(testStack.shortUrl)]).toEqual([200, 200]);
  });
});
