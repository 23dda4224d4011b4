import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { commandOf, isAlive, signal, waitUntilGone } from "../../processes/inspect.ts";
import { freePort } from "@hoplog/platform/process/freePort.js";
import { spawnEngineParent } from "../fixtures/spawnEngineParent.ts";
import { startClickHouse } from "./clickhouse.ts";
import type { ClickHouseEngine } from "./clickhouse.ts";
import type { ClickHouseUser } from "./config.ts";

let folder: string;
let port: number;
let running: ClickHouseEngine | undefined;
const service = { name: "hoplog", password: "a secret/with?odd:characters" };

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "hoplog-clickhouse-test-"));
  port = await freePort();
});

afterEach(async () => {
  await running?.stop({ hurry: true });
  running = undefined;
  rmSync(folder, { recursive: true, force: true });
});

async function start(...more: ClickHouseUser[]): Promise<ClickHouseEngine> {
  running = await startClickHouse({ dataDir: join(folder, "clickhouse"), port, users: [service, ...more] });
  return running;
}

async function ask(sql: string, { name, password } = service): Promise<{ status: number; body: string }> {
  const headers = { "X-ClickHouse-User": name, "X-ClickHouse-Key": password, Connection: "close" };
  const response = await fetch(`http://127.0.0.1:${port}`, { method: "POST", headers, body: sql });
  return { status: response.status, body: (await response.text()).trim() };
}

test("its data survives a kill -9 and a stop", async () => {
  const first = await start();
  await ask("CREATE DATABASE hoplog");
  await ask("CREATE TABLE hoplog.kept (n UInt64) ENGINE = MergeTree ORDER BY n");
  expect(await ask("INSERT INTO hoplog.kept SELECT number FROM numbers(1000)")).toEqual({ status: 200, body: "" });
  signal(first.pid, "SIGKILL");
  expect(await waitUntilGone(first.pid, 5_000)).toBe(true);
  const second = await start();
  expect(await ask("SELECT sum(n) FROM hoplog.kept")).toEqual({ status: 200, body: "499500" });
  await second.stop();
  expect(isAlive(second.pid)).toBe(false);
  await start();
  expect(await ask("SELECT sum(n) FROM hoplog.kept")).toEqual({ status: 200, body: "499500" });
});

test("its own user is shut to everyone else, and wrong passwords are survived", async () => {
  await start();
  const asDefault = await ask("SELECT 1", { name: "default", password: "" });
  expect(asDefault.status).toBe(500);
  expect(asDefault.body).toContain("Code: 700");
  expect((await ask("SELECT 1", { ...service, password: "guess" })).status).toBe(403);
  expect((await ask("SELEC 1")).status).toBe(400);
  expect(await ask("SELECT 1")).toEqual({ status: 200, body: "1" });
});

test("users have the rights they are given, also those of a users.d file", async () => {
  const analyst = { name: "analyst", password: "p1" };
  const guest = { name: "guest", password: "p2" };
  mkdirSync(join(folder, "clickhouse", "users.d"), { recursive: true });
  writeFileSync(
    join(folder, "clickhouse", "users.d", "guest.xml"),
    `<clickhouse><users><guest><password_sha256_hex>${await sha256(guest.password)}</password_sha256_hex><networks><ip>127.0.0.1</ip></networks>
     <profile>default</profile><quota>default</quota><grants><query>GRANT SELECT ON hoplog.a</query></grants></guest></users></clickhouse>`,
  );
  await start({ ...analyst, grants: ["GRANT SELECT ON hoplog.*"], settings: { readonly: 1 } });
  await ask("CREATE DATABASE hoplog");
  await ask("CREATE TABLE hoplog.a (n UInt8) ENGINE = MergeTree ORDER BY n");
  expect(await ask("SELECT count() FROM hoplog.a", analyst)).toEqual({ status: 200, body: "0" });
  expect((await ask("INSERT INTO hoplog.a VALUES (1)", analyst)).status).not.toBe(200);
  expect((await ask("CREATE TABLE hoplog.b (n UInt8) ENGINE = Memory", guest)).body).toContain("ACCESS_DENIED");
  expect(await ask("SELECT count() FROM hoplog.a", guest)).toEqual({ status: 200, body: "0" });
});

test("analysts have their limits, and the function file reads nothing, to whomever", async () => {
  const options = {
    dataDir: join(folder, "clickhouse"),
    port,
    database: "other",
    analystPassword: "a <secret> & more",
  };
  running = await startClickHouse({ ...options, users: [service] });
  const analyst = { name: "analyst", password: options.analystPassword };
  expect(await ask("SELECT getSetting('max_threads')", analyst)).toEqual({ status: 200, body: "1" });
  expect((await ask("SELECT 1 SETTINGS max_threads = 9", analyst)).body).toContain("SETTING_CONSTRAINT_VIOLATION");
  for (const user of [analyst, service]) {
    expect((await ask("SELECT file('/etc/passwd')", user)).body).toContain("This server reads no files");
  }
  for (const call of [
    "levenshteinDistance('a', 'b')",
    "editDistanceUTF8('a', 'b')",
    "arraySimilarity([1], [1], [1.], [1.])",
  ])
    expect((await ask(`SELECT ${call}`, analyst)).body).toContain("This server does not offer");
  await ask("CREATE TABLE other.links (owner_id UUID) ENGINE = MergeTree ORDER BY owner_id");
  expect((await ask("SELECT count() FROM other.links", analyst)).body).toContain("ACCESS_DENIED");
  await ask("CREATE DATABASE analytics");
  await ask("INSERT INTO other.links SELECT generateUUIDv4() FROM numbers(3)");
  const view =
    "CREATE VIEW analytics.links DEFINER = analytics_reader SQL SECURITY DEFINER AS SELECT * FROM other.links";
  expect(await ask(view)).toEqual({ status: 200, body: "" });
  expect(await ask("SELECT count() FROM analytics.links", analyst)).toEqual({ status: 200, body: "3" });
  expect(await ask("SELECT count() FROM analytics.links")).toEqual({ status: 200, body: "0" });
});

test("the console's users get in with the console's password, see the rows of the account that the request names, and are shut without", async () => {
  const options = { dataDir: join(folder, "clickhouse"), port, database: "other", analystPassword: "p" };
  const [one, two] = ["01900000-0000-7000-8000-000000000001", "01900000-0000-7000-8000-000000000002"];
  const askFor = async (account: string, password: string, user = "console_3") => {
    const headers = { "X-ClickHouse-User": user, "X-ClickHouse-Key": password, "X-Hoplog-Account": account };
    const body = "SELECT count(), any(owner_id) FROM analytics.links";
    const response = await fetch(`http://127.0.0.1:${port}/?wait_end_of_query=1`, { method: "POST", headers, body });
    const summary: { read_rows?: string } = JSON.parse(response.headers.get("x-clickhouse-summary") ?? "{}");
    return { status: response.status, body: (await response.text()).trim(), rowsRead: Number(summary.read_rows) };
  };
  running = await startClickHouse({ ...options, consolePassword: "secret", users: [service] });
  await ask("CREATE TABLE other.links (owner_id UUID, n UInt64) ENGINE = MergeTree ORDER BY owner_id");
  await ask("CREATE DATABASE analytics");
  await ask(`INSERT INTO other.links SELECT if(number < 20000, '${one}', '${two}')::UUID, number FROM numbers(60000)`);
  await ask("CREATE VIEW analytics.links DEFINER = analytics_reader SQL SECURITY DEFINER AS SELECT * FROM other.links");
  expect((await askFor(one, "secret")).body).toBe(`20000\t${one}`);
  // The rows are found by primary key, so not every row is read.
  expect((await askFor(one, "secret")).rowsRead).toBeLessThan(30_000);
  expect((await askFor(two, "secret")).body).toBe(`40000\t${two}`);
  for (const nobody of ["", "x", "01900000-0000-7000-8000-000000000009"])
    expect((await askFor(nobody, "secret")).body).toMatch(/^0\t/);
  for (const password of ["", "guess", "0".repeat(64)]) expect((await askFor(one, password)).status).toBe(403);
  await running.stop();
  // If the users have no password configured, every password is rejected.
  running = await startClickHouse({ ...options, users: [service] });
  for (const password of ["", "secret", "0".repeat(64)]) expect((await askFor(one, password)).status).toBe(403);
});

test("analysts have few queries at a time, accounts take turns, and all pause for the services, from the first moment on", async () => {
  const analyst = { name: "analyst", password: "p" };
  const [one, gone] = ["account_01900000-0000-7000-8000-000000000001", "account_01900000-0000-7000-8000-000000000002"];
  const letIn = (...users: string[]) => {
    mkdirSync(join(folder, "clickhouse", "users.d"), { recursive: true });
    const xml = users.map((name) => `<${name}><no_password/><profile>account</profile></${name}>`).join("");
    writeFileSync(
      join(folder, "clickhouse", "users.d", "accounts.xml"),
      `<clickhouse><users>${xml}</users></clickhouse>`,
    );
  };
  const begin = async () =>
    (running = await startClickHouse({
      dataDir: join(folder, "clickhouse"),
      port,
      users: [service],
      analystPassword: "p",
    }));
  const queries = Math.max(3, Math.floor(availableParallelism() / 4));
  const find = "SELECT create_query FROM system.workloads WHERE name LIKE 'a%' ORDER BY name";
  const common = [
    "CREATE WORKLOAD analyst IN analysts",
    `CREATE WORKLOAD analysts IN everybody SETTINGS max_concurrent_queries = ${queries}`,
  ];
  const own = (name: string) => `CREATE WORKLOAD \`${name}\` IN account SETTINGS max_concurrent_queries = 1`;
  letIn(one, gone);
  await (await begin()).stop();
  // The engine has stored the workloads and does not reload them.
  letIn(one);
  await begin();
  expect((await ask(find)).body.split("\n")).toEqual(["CREATE WORKLOAD account IN analysts", own(one), ...common]);
  const settings = "SELECT getSetting('workload'), getSetting('priority')";
  expect((await ask(settings, analyst)).body).toBe("analyst\t2");
  expect((await ask(settings)).body).toBe("default\t1");
  for (const change of ["workload = 'default'", "priority = 1", "low_priority_query_wait_time_ms = 0"])
    expect((await ask(`SELECT 1 SETTINGS ${change}`, analyst)).body).toContain("READONLY");
  // No query with a better priority runs permanently, because it would pause analysts' queries permanently.
  const better =
    "SELECT count() FROM system.processes WHERE Settings['priority'] = '1' AND query NOT LIKE '%processes%'";
  expect((await ask(better)).body).toBe("0");
});

test.skipIf(!existsSync("/proc/self/autogroup"))("its session steps back behind the others'", async () => {
  const { pid } = await start();
  expect(readFileSync(`/proc/${pid}/autogroup`, "utf8")).toMatch(/nice 10$/m);
});

test("its port answers queries, and nothing else without a login", async () => {
  await start();
  const at = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
  const pages = ["play", "dashboard", "webterminal", "binary", "merges", "jemalloc", "schema", "js/uplot.js"];
  for (const page of [...pages, "replicas_status", "metrics", "clickhouse", "foo"])
    expect([page, await at(`/${page}`)]).toEqual([page, 404]);
  expect(await at("/ping")).toBe(200);
  expect(await at("/?query=SELECT+1")).toBe(500);
  expect(await ask("SELECT 1")).toEqual({ status: 200, body: "1" });
});

test("its memory is bounded on a small machine, and queries write to disk what does not fit", async () => {
  const options = { dataDir: join(folder, "clickhouse"), port, users: [service] as const };
  const bounds = `SELECT groupArray(value) FROM (SELECT value FROM system.server_settings
    WHERE name IN ('background_pool_size', 'mark_cache_size', 'max_server_memory_usage', 'memory_worker_use_cgroup') ORDER BY name)`;
  running = await startClickHouse({ ...options, isSmall: true });
  expect((await ask(bounds)).body).toBe("['1','8388608','350000000','0']");
  const settings = "SELECT getSetting('max_threads'), getSetting('max_bytes_before_external_group_by')";
  expect((await ask(settings)).body).toBe("1\t50000000");
  await running.stop();
  running = await startClickHouse({ ...options, isSmall: true, readsOnly: true });
  expect((await ask(bounds)).body).toBe("['1','8388608','200000000','0']");
});

test("no system log table grows", async () => {
  await start();
  await ask("SELECT 1");
  await ask("SYSTEM FLUSH LOGS");
  expect(await ask("SELECT count() FROM system.tables WHERE database = 'system' AND name LIKE '%\\_log'")).toEqual({
    status: 200,
    body: "0",
  });
});

test("its log holds no more than warnings", async () => {
  await start();
  await ask("CREATE TABLE t (n UInt64) ENGINE = MergeTree ORDER BY n");
  await ask("INSERT INTO t SELECT number FROM numbers(10)");
  await ask("SELECT nothing FROM nowhere");
  const log = () => readFileSync(join(folder, "clickhouse", "server.log"), "utf8");
  await expect.poll(log).toContain("<Error>");
  expect(log()).not.toMatch(/<(Information|Debug|Trace)>/);
});

test("a taken port is an error that says so", async () => {
  const other = createServer((socket) => socket.destroy()).listen(port, "127.0.0.1");
  await once(other, "listening");
  try {
    await expect(start()).rejects.toThrow(/ClickHouse ended.*Address already in use/s);
  } finally {
    other.close();
  }
});

test("it ends with the process that started it", async () => {
  const { parent, enginePid } = await spawnEngineParent(
    "clickhouse",
    join(folder, "clickhouse"),
    port,
    service.password,
  );
  expect(commandOf(enginePid)).toContain("clickhouse");
  parent.kill("SIGKILL");
  await expect.poll(() => isAlive(enginePid)).toBe(false);
});

async function sha256(value: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest("SHA-256", Buffer.from(value))).toString("hex");
}
