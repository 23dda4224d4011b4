import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isAlive, signal } from "../processes/inspect.ts";
import { isPortFree } from "../processes/ports.ts";
import { fakeStack } from "./fixtures/fakeStack.ts";
import type { FakeStack, Run } from "./fixtures/fakeStack.ts";

let folder: string;
let stack: FakeStack;
const runs: Run[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "hoplog-supervisor-test-"));
  stack = await fakeStack(folder);
});

afterEach(async () => {
  await Promise.all(
    runs.splice(0).map(({ child, ended }) => {
      child.kill("SIGTERM");
      return ended;
    }),
  );
  rmSync(folder, { recursive: true, force: true });
});

function run(env: NodeJS.ProcessEnv = {}): Run {
  const started = stack.run(env);
  runs.push(started);
  return started;
}

async function up(env: NodeJS.ProcessEnv = {}): Promise<Run> {
  const started = run(env);
  await expect.poll(() => started.output()).toContain("hoplog is ready");
  return started;
}

const names = ["postgres", "clickhouse", "api", "redirector", "ingest"];

describe("a whole life", () => {
  test("starts every part, says so with both addresses, and stops every one", async () => {
    const started = await up();
    const pids = stack.pids();
    expect(Object.keys(pids).toSorted()).toEqual([...names].toSorted());
    expect(started.output()).toContain(
      `app http://localhost:${stack.appPort}  short links http://localhost:${stack.shortPort}`,
    );
    const { env } = await stack.ask(stack.appPort);
    expect(env).toMatchObject({
      CLICKHOUSE_DATABASE: "hoplog",
      HOST: "127.0.0.1",
      PUBLIC_URL: `http://localhost:${stack.appPort}`,
    });
    expect(env["TOKEN_SECRET"]).toHaveLength(43);
    started.child.kill("SIGINT");
    expect(await started.ended).toBe(0);
    expect(Object.values(pids).filter(isAlive)).toEqual([]);
    expect(await isPortFree(stack.appPort, "127.0.0.1")).toBe(true);
  });

  test("keeps its secrets to itself and its ports over a restart", async () => {
    const first = await up();
    const read = (file: string) => readFileSync(join(stack.dataFolder, file), "utf8");
    const before = { secrets: read("secrets.json"), ports: read("ports.json") };
    expect(statSync(join(stack.dataFolder, "secrets.json")).mode & 0o777).toBe(0o600);
    first.child.kill("SIGTERM");
    expect(await first.ended).toBe(0);
    await up();
    expect({ secrets: read("secrets.json"), ports: read("ports.json") }).toEqual(before);
  });

  test("a signal during the start stops what has started", async () => {
    const started = run();
    await expect.poll(() => started.output()).toMatch(/clickhouse\s+ready/);
    const pids = stack.pids();
    started.child.kill("SIGTERM");
    expect(await started.ended).toBe(0);
    expect(Object.values(pids).filter(isAlive)).toEqual([]);
  });

  test("a service that ignores SIGTERM is killed, at once at the second signal", async () => {
    const started = await up({ FAKE_STUBBORN: "ingest" });
    const { ingest = 0 } = stack.pids();
    started.child.kill("SIGINT");
    await expect.poll(() => started.output()).toContain("Stopping");
    const second = Date.now();
    started.child.kill("SIGINT");
    expect(await started.ended).toBe(0);
    expect(Date.now() - second).toBeLessThan(15_000);
    expect(isAlive(ingest)).toBe(false);
  });
});

describe("a part that dies", () => {
  test("a killed redirector is back in under half a second", async () => {
    const started = await up();
    const before = await stack.ask(stack.shortPort);
    const killedAt = Date.now();
    signal(before.pid, "SIGKILL");
    await expect
      .poll(
        () =>
          stack.ask(stack.shortPort).then(
            ({ pid }) => pid,
            () => before.pid,
          ),
        { interval: 10 },
      )
      .not.toBe(before.pid);
    // The first restart has no pause; this limit only distinguishes it from later ones with longer pauses.
    expect(Date.now() - killedAt).toBeLessThan(5_000);
    expect(started.output()).toMatch(/redirector\s+ended \(SIGKILL\); starting it again/);
  });

  test.each(["postgres", "clickhouse"])("a killed %s is back, under its address", async (name) => {
    const started = await up();
    const { [name]: before = 0 } = stack.pids();
    signal(before, "SIGKILL");
    await expect.poll(() => started.output()).toMatch(new RegExp(`${name}\\s+is back`));
    expect(stack.pids()[name]).not.toBe(before);
  });

  test("a service that never starts ends the start with its own words", async () => {
    const started = run({ FAKE_CRASH: "api" });
    await expect.poll(() => started.output()).toMatch(/api\s+ended/);
    const pids = Object.values(stack.pids());
    expect(pids.length).toBeGreaterThan(1);
    expect(await started.ended).toBe(1);
    expect(started.output()).toMatch(/api cannot start \(exit code 1\): broken on purpose\nIts log: /);
    expect(pids.filter(isAlive)).toEqual([]);
  });
});

describe("what can't be written", () => {
  test("an engine's log and the list of process ids: the stack starts, says so, and goes on", async () => {
    const [log, pids] = [join(stack.dataFolder, "logs", "postgres.log"), join(stack.dataFolder, "pids.json")];
    // Folders at the paths of the files have the same effect as a full disk.
    for (const folder of [log, `${pids}.unfinished`]) mkdirSync(folder, { recursive: true });
    const started = await up();
    expect(started.output()).toMatch(/pids\.json\s+cannot be written: EISDIR/);
    rmSync(`${pids}.unfinished`, { recursive: true });
    await expect.poll(() => Object.keys(stack.pids()).toSorted()).toEqual([...names].toSorted());
    rmSync(log, { recursive: true });
    signal(stack.pids()["postgres"] ?? 0, "SIGKILL");
    await expect.poll(() => started.output()).toMatch(/postgres\s+is back/);
    expect(readFileSync(log, "utf8")).toMatch(/\d+ lines were lost here/);
  });
});

describe("after kill -9 of the supervisor", () => {
  test("a new start works and finds everything in place", async () => {
    const first = await up();
    const pids = Object.values(stack.pids());
    first.child.kill("SIGKILL");
    await first.ended;
    await up();
    expect(pids.filter(isAlive)).toEqual([]);
  });

  test("without a new start everything ends by itself", async () => {
    const first = await up();
    const pids = Object.values(stack.pids());
    first.child.kill("SIGKILL");
    await expect.poll(() => pids.filter(isAlive)).toEqual([]);
  });

  test("a survivor that is stuck is ended by the next start", async () => {
    const first = await up({ FAKE_STUBBORN: "redirector" });
    const { redirector = 0 } = stack.pids();
    signal(redirector, "SIGSTOP");
    first.child.kill("SIGKILL");
    await first.ended;
    const second = await up();
    expect(second.output()).toMatch(/redirector\s+was still running/);
    expect(isAlive(redirector)).toBe(false);
  });
});

describe("a start that can not work says why and exits with 1", () => {
  test.each([
    ["APP_PORT", () => stack.appPort],
    ["SHORT_PORT", () => stack.shortPort],
  ])("the port in %s is in use", async (variable, port) => {
    const other = createServer().listen(port(), "127.0.0.1");
    await once(other, "listening");
    try {
      const started = run();
      expect(await started.ended).toBe(1);
      expect(started.output()).toContain(`Port ${port()}`);
      expect(started.output()).toContain(`set ${variable} to another port`);
    } finally {
      other.close();
    }
  });

  test("another supervisor has the data folder", async () => {
    const first = await up();
    const second = run();
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`hoplog already runs on ${stack.dataFolder} (process ${first.child.pid})`);
    expect((await stack.ask(stack.appPort)).name).toBe("api");
  });

  test("the data folder is a file", async () => {
    writeFileSync(stack.dataFolder, "");
    const started = run();
    expect(await started.ended).toBe(1);
    expect(started.output()).toContain(`The data folder ${stack.dataFolder} is not a folder`);
    expect(started.output()).toContain("Set HOPLOG_DATA");
  });

  test.skipIf(process.platform !== "linux")("the data folder is where none can be made", async () => {
    const started = run({ HOPLOG_DATA: "/proc/hoplog/data" });
    expect(await started.ended).toBe(1);
    expect(started.output()).toContain("The data folder /proc/hoplog/data cannot be written");
  });

  test.skipIf(process.getuid?.() === 0)("the data folder is read-only", async () => {
    mkdirSync(stack.dataFolder);
    chmodSync(stack.dataFolder, 0o500);
    const started = run();
    expect(await started.ended).toBe(1);
    expect(started.output()).toContain(`The data folder ${stack.dataFolder} cannot be written`);
  });

  test.each([
    [{ APP_PORT: "eighty" }, "APP_PORT: expected a port number"],
    [{ SHORT_PORT: "1", APP_PORT: "1" }, "SHORT_PORT: must differ from APP_PORT"],
    [{ PUBLIC_URL: "example.com" }, "PUBLIC_URL: expected a URL"],
    [{ HOST: "192.0.2.1" }, "set HOST to an address of this machine"],
  ])("the settings are wrong: %j", async (env, message) => {
    const started = run(env);
    expect(await started.ended).toBe(1);
    expect(started.output()).toContain(message);
    expect(started.output()).not.toContain("    at ");
  });

  test("the secrets are damaged", async () => {
    mkdirSync(stack.dataFolder);
    writeFileSync(join(stack.dataFolder, "secrets.json"), '{"postgres":');
    const started = run();
    expect(await started.ended).toBe(1);
    expect(started.output()).toContain("secrets.json is damaged");
  });
});

test("a cluster is refused on a small machine", async () => {
  const started = run({ SMALL: "on", FAKE_CLUSTER: "on" });
  expect(await started.ended).toBe(1);
  expect(started.output()).toContain("SMALL=on allows only one process of each kind: use make up, or remove SMALL");
});

test("a kept inner port that a stranger has taken is replaced", async () => {
  const first = await up();
  first.child.kill("SIGTERM");
  await first.ended;
  const ports = JSON.parse(readFileSync(join(stack.dataFolder, "ports.json"), "utf8")) as { postgres: number };
  const stranger = createServer().listen(ports.postgres, "127.0.0.1");
  await once(stranger, "listening");
  try {
    await up();
    const now = JSON.parse(readFileSync(join(stack.dataFolder, "ports.json"), "utf8")) as { postgres: number };
    expect(now).toEqual({ ...ports, postgres: expect.any(Number) as number });
    expect(now.postgres).not.toBe(ports.postgres);
  } finally {
    stranger.close();
  }
});

test("a stale lock is taken over", async () => {
  mkdirSync(stack.dataFolder);
  writeFileSync(join(stack.dataFolder, "supervisor.pid"), "4194304\n");
  const { child } = await up();
  expect(readFileSync(join(stack.dataFolder, "supervisor.pid"), "utf8")).toBe(`${child.pid}\n`);
});

test("an engine that the settings name is not started", async () => {
  const postgres = "postgres://someone:secret@db.example:5432/links";
  await up({ DATABASE_URL: postgres });
  expect(Object.keys(stack.pids()).toSorted()).toEqual(["api", "clickhouse", "ingest", "redirector"]);
  expect((await stack.ask(stack.appPort)).env["DATABASE_URL"]).toBe(postgres);
});
