import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { commandOf, isAlive, signal } from "../../processes/inspect.ts";
import { freePort } from "@hoplog/platform/process/freePort.js";
import type { Engine } from "../engine.ts";
import { EngineError } from "../engine.ts";
import { spawnEngineParent } from "../fixtures/spawnEngineParent.ts";
import { startPostgres } from "./postgres.ts";

let folder: string;
let port: number;
let running: Engine | undefined;
const password = "a secret/with?odd:characters";

beforeEach(async () => {
  // A folder with mode 0700 that belongs to root, which the user postgres can't reach.
  folder = mkdtempSync(join(tmpdir(), "hoplog-postgres-test-"));
  port = await freePort();
});

afterEach(async () => {
  await running?.stop({ hurry: true });
  running = undefined;
  rmSync(folder, { recursive: true, force: true });
});

async function start(options: { password?: string; dataDir?: string; isSmall?: boolean } = {}): Promise<Engine> {
  running = await startPostgres({ dataDir: join(folder, "data"), port, password, durable: false, ...options });
  return running;
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

test("a stop and a start keep the data", async () => {
  const first = await start();
  await ask(first.url, "create table kept as select 42 as answer");
  await first.stop();
  expect(isAlive(first.pid)).toBe(false);
  const second = await start();
  expect(await ask(second.url, "select answer from kept")).toEqual([{ answer: 42 }]);
});

test("it listens on the loopback address only, and wants the password", async () => {
  const { url } = await start();
  expect(await ask(url, "show listen_addresses")).toEqual([{ listen_addresses: "127.0.0.1" }]);
  expect(await ask(url, "show unix_socket_directories")).toEqual([{ unix_socket_directories: "" }]);
  const wrong = new URL(url);
  wrong.password = "guess";
  await expect(ask(wrong.href, "select 1")).rejects.toThrow(/password authentication failed/);
});

test("it compares letters beyond ASCII without case", async () => {
  const { url } = await start();
  expect(await ask(url, "select lower('ÄÖÉ') as lower")).toEqual([{ lower: "äöé" }]);
});

test.skipIf(process.getuid?.() !== 0)(
  "as root it runs as another user, also in a folder that only root can enter",
  async () => {
    const closed = join(folder, "closed");
    mkdirSync(closed, { mode: 0o700 });
    const { url, pid } = await start({ dataDir: join(closed, "data") });
    expect(await ask(url, "select 1 as one")).toEqual([{ one: 1 }]);
    const owner = readFileSync(`/proc/${pid}/status`, "utf8").match(/^Uid:\s+(\d+)/m)?.[1];
    expect(Number(owner)).toBeGreaterThan(0);
  },
);

test("a start that was broken off while making the data folder is repeated", async () => {
  mkdirSync(join(folder, "data.unfinished", "base"), { recursive: true });
  const { url } = await start();
  expect(await ask(url, "select 1 as one")).toEqual([{ one: 1 }]);
  expect(existsSync(join(folder, "data.unfinished"))).toBe(false);
});

test("another password than the one the data was made with is refused with a hint", async () => {
  await (await start()).stop();
  const attempt = start({ password: "another" });
  await expect(attempt).rejects.toThrow(EngineError);
  await expect(attempt).rejects.toThrow(/secrets\.json/);
});

test("a taken port is named in the error", async () => {
  const other = createServer().listen(port, "127.0.0.1");
  await once(other, "listening");
  try {
    await expect(start()).rejects.toThrow(/could not bind IPv4 address "127\.0\.0\.1": Address already in use/);
  } finally {
    other.close();
  }
});

describe("when the process that started it is killed", () => {
  test("it ends by itself", async () => {
    const { parent, enginePid } = await spawnEngineParent("postgres", join(folder, "data"), port, password);
    expect(commandOf(enginePid)).toContain("postgres");
    parent.kill("SIGKILL");
    await expect.poll(() => isAlive(enginePid)).toBe(false);
  });

  test("and it lives on all the same, the next start ends it and takes over", async () => {
    const { parent, enginePid } = await spawnEngineParent("postgres", join(folder, "data"), port, password);
    // Postgres is paused, so that it can't react to its guard's signal before the next start has found it.
    signal(enginePid, "SIGSTOP");
    parent.kill("SIGKILL");
    await once(parent, "exit");
    expect(isAlive(enginePid)).toBe(true);
    const started = start();
    signal(enginePid, "SIGCONT");
    const { url, pid } = await started;
    expect(pid).not.toBe(enginePid);
    expect(isAlive(enginePid)).toBe(false);
    expect(await ask(url, "select 1 as one")).toEqual([{ one: 1 }]);
  });
});

test("takes less memory on a small machine", async () => {
  const bounds = `SELECT current_setting('shared_buffers') AS buffers, current_setting('max_connections') AS connections`;
  expect(await ask((await start()).url, bounds)).toEqual([{ buffers: "128MB", connections: "200" }]);
  await running?.stop();
  expect(await ask((await start({ isSmall: true })).url, bounds)).toEqual([{ buffers: "32MB", connections: "100" }]);
});

test("a pid file that names a stranger is not believed", async () => {
  await (await start()).stop();
  const pidFile = join(folder, "data", "postmaster.pid");
  writeFileSync(pidFile, `${process.pid}\n${join(folder, "data")}\n`);
  chmodSync(pidFile, 0o644);
  // Postgres itself checks the shared memory of the pid file's process and finds none.
  const { url } = await start();
  expect(await ask(url, "select 1 as one")).toEqual([{ one: 1 }]);
});
