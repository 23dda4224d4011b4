import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openRedisBus } from "@hoplog/platform/bus/redis/bus.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { afterEach, beforeEach, expect, test } from "vitest";
import { commandOf, isAlive, signal, waitUntilGone } from "../../processes/inspect.ts";
import { freePort } from "@hoplog/platform/process/freePort.js";
import type { Engine } from "../engine.ts";
import { spawnEngineParent } from "../fixtures/spawnEngineParent.ts";
import { startRedis } from "./redis.ts";

let folder: string;
let port: number;
let running: Engine | undefined;
const password = 'a secret/with?odd:"characters"\\';
const logger = createLogger("test", "silent");

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "hoplog-redis-test-"));
  port = await freePort();
});

afterEach(async () => {
  await running?.stop({ hurry: true });
  running = undefined;
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<Engine> {
  running = await startRedis({ dataDir: join(folder, "redis"), port, password });
  return running;
}

test("it wants the password, and is back after a kill -9 and a stop", async () => {
  const first = await start();
  const bus = await openRedisBus({ redisUrl: first.url, logger });
  await bus.ping();
  await bus.close();
  await expect(openRedisBus({ redisUrl: `redis://127.0.0.1:${port}`, logger })).rejects.toThrow(/NOAUTH/);
  signal(first.pid, "SIGKILL");
  expect(await waitUntilGone(first.pid, 5_000)).toBe(true);
  const second = await start();
  await second.stop();
  expect(isAlive(second.pid)).toBe(false);
  await start();
});

test("it ends with the process that started it", async () => {
  const { parent, enginePid } = await spawnEngineParent("redis", join(folder, "redis"), port, "secret");
  expect(commandOf(enginePid)).toContain("redis-server");
  parent.kill("SIGKILL");
  await expect.poll(() => isAlive(enginePid)).toBe(false);
});

test("a taken port is an error that says so", async () => {
  const other = createServer((socket) => socket.destroy()).listen(port, "127.0.0.1");
  await once(other, "listening");
  try {
    await expect(start()).rejects.toThrow(/Redis ended.*Address already in use/s);
  } finally {
    other.close();
  }
});
