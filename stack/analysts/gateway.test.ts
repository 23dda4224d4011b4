import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request as send } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Registry } from "prom-client";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ClickHouseEngine, startClickHouse } from "../engines/clickhouse/clickhouse.ts";
import { isAlive, signal } from "../processes/inspect.ts";
import { freePort } from "@hoplog/platform/process/freePort.js";
import { createQueryEngine } from "./queryEngine.ts";
import { copyTables } from "./copy.ts";
import { type Engines, openEngines } from "./engines.ts";
import { type Gateway, openGateway } from "./gateway.ts";
import { createAnalystsMetrics, showState } from "./metrics.ts";

const service = { user: "hoplog", password: "of the service" };
const analyst = { user: "analyst", password: "of the analyst" };
const [one, two] = ["01900000-0000-7000-8000-000000000001", "01900000-0000-7000-8000-000000000002"];
const account = { user: `account_${one}`, password: "of account one" };
const other = { user: `account_${two}`, password: "of account two" };
/** Returns a query whose function calls take about a second each, and which ClickHouse can't end. */
const unstoppable = (calls: number) =>
  `SELECT count() FROM numbers(${calls}) WHERE match(concat(repeat('a', 100000), toString(number)), '(a?){1000}a{1000}b')`;
const tables = ["clicks", "link_quarter", "link_day", "links", "link_groups", "imported_visits", "conversions"];
const views = ["clicks", "links", "groups", "daily", "imported_visits", "conversions"];

let folder: string;
let source: ClickHouseEngine;
let engines: Engines;
let gateway: Gateway;
let port: number;
const registry = new Registry();
const metrics = createAnalystsMetrics(registry);
const said: string[] = [];
const pids = new Map<string, number>();
const startedIds: string[] = [];

interface Login {
  readonly user: string;
  readonly password: string;
}

async function ask(login: Login, sql: string, query = "", init: RequestInit = {}) {
  const response = await fetch(`http://127.0.0.1:${port}/?${query}`, {
    method: "POST",
    body: sql,
    ...init,
    headers: { "X-ClickHouse-User": login.user, "X-ClickHouse-Key": login.password, ...init.headers },
  });
  return { status: response.status, text: (await response.text()).trim() };
}

const inSource = (sql: string) => createQueryEngine(source.address, source.user, source.password)(sql);
const usersFile = () => join(folder, "clickhouse", "analysts", "users.d", "accounts.xml");

function letIn(...logins: readonly Login[]): void {
  const users = logins.map(({ user, password }) => {
    const hash = createHash("sha256").update(password).digest("hex");
    return `<${user}><password_sha256_hex>${hash}</password_sha256_hex><networks><ip>::/0</ip></networks><profile>${user}</profile>
      <quota>account</quota><grants><query>GRANT SELECT ON analytics.*</query></grants></${user}>`;
  });
  const profiles = logins.map(
    ({ user }) => `<${user}><profile>account</profile><workload>${user}</workload></${user}>`,
  );
  writeFileSync(
    usersFile(),
    `<clickhouse><profiles>${profiles.join("")}</profiles><users>${users.join("")}</users></clickhouse>`,
  );
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "hoplog-analysts-test-"));
  const users = [{ name: service.user, password: service.password }] as const;
  const dataDir = join(folder, "clickhouse");
  source = await startClickHouse({
    dataDir,
    port: await freePort(),
    users,
    database: "hoplog",
    analystPassword: "nobody's",
  });
  for (const table of tables)
    await inSource(`CREATE TABLE hoplog.${table} (owner_id UUID, n UInt64) ENGINE = MergeTree ORDER BY owner_id`);
  await inSource(`INSERT INTO hoplog.links SELECT if(number < 20, '${one}', '${two}')::UUID, number FROM numbers(60)`);
  await inSource("CREATE DATABASE analytics");
  mkdirSync(dirname(usersFile()), { recursive: true });
  letIn(account, other);
  port = await freePort();
  engines = openEngines({
    source: { ask: inSource, database: "hoplog", data: join(dataDir, "data") },
    folder: join(folder, "clickhouse", "analysts", "copies"),
    usersFile: usersFile(),
    service,
    analystPassword: analyst.password,
    consolePassword: "of the console",
    // Normal priority, so that other load on a busy machine does not delay the engine.
    nice: 0,
    onLog: () => undefined,
    onStart(id, pid) {
      pids.set(id, pid);
      startedIds.push(id);
    },
    onEnd: (id) => pids.delete(id),
    print: (text) => said.push(text),
    metrics,
  });
  gateway = await openGateway({ port, engines, serviceUser: service.user, processors: 2, metrics });
  showState(registry, {
    running: () => 0,
    waiting: gateway.waiting,
    engines: () => engines.running().length,
    copyAge: engines.copyAge,
  });
});

afterAll(async () => {
  await gateway.stop();
  await source.stop({ hurry: true });
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(() => {
  said.length = 0;
});

test("nothing runs before the first query, nor for who is not let in, and a copy needs the views", async () => {
  expect((await fetch(`http://127.0.0.1:${port}/ping`)).status).toBe(200);
  for (const page of ["play", "dashboard", "webterminal", "replicas_status"])
    expect((await fetch(`http://127.0.0.1:${port}/${page}`)).status).toBe(404);
  for (const login of [
    { ...analyst, password: "guess" },
    { user: "analytics_reader", password: "" },
    { user: "default", password: "" },
  ]) {
    const answer = await ask(login, "SELECT 1");
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining("AUTHENTICATION_FAILED")]);
  }
  expect((await ask(service, "SELECT 1")).text).toBe("");
  expect(pids.size).toBe(0);
  expect((await ask(analyst, "SELECT 1")).text).toContain("views do not exist yet");
  for (const view of views)
    await inSource(
      `CREATE VIEW analytics.${view} DEFINER = analytics_reader SQL SECURITY DEFINER AS SELECT * FROM hoplog.${view === "groups" || view === "daily" ? "link_day" : view}`,
    );
});

const count = "SELECT count(), uniqExact(owner_id) FROM analytics.links";

test(
  "each sees the own rows, by every way to name oneself, and nothing can be kept or brought along",
  { timeout: 120_000 },
  async () => {
    expect((await ask(analyst, count)).text).toBe("60\t2");
    expect((await ask(account, count)).text).toBe("20\t1");
    expect((await ask(other, count)).text).toBe("40\t1");
    const consoleUser = { user: "console_2", password: "of the console" };
    expect((await ask(consoleUser, count, "", { headers: { "x-hoplog-account": two } })).text).toBe("40\t1");
    // The header is ignored for an account's own user.
    expect((await ask(account, count, "", { headers: { "x-hoplog-account": two } })).text).toBe("20\t1");
    const basic = Buffer.from(`${account.user}:${account.password}`).toString("base64");
    const byBasic = await fetch(`http://127.0.0.1:${port}/?query=${encodeURIComponent(count)}`, {
      headers: { authorization: `Basic ${basic}` },
    });
    expect((await byBasic.text()).trim()).toBe("20\t1");
    const params = `user=${account.user}&password=${encodeURIComponent(account.password)}&query=${encodeURIComponent(count)}`;
    expect((await (await fetch(`http://127.0.0.1:${port}/?${params}`)).text()).trim()).toBe("20\t1");
    expect((await ask(account, "SELECT count() FROM hoplog.links")).text).toContain("ACCESS_DENIED");
    expect((await ask(account, "SELECT 1", "session_id=x")).status).toBe(400);
    const form = new FormData();
    form.append("t", "1\n");
    const outer = await fetch(`http://127.0.0.1:${port}/?query=SELECT+*+FROM+t&t_structure=a+UInt8`, {
      method: "POST",
      body: form,
      headers: { "X-ClickHouse-User": account.user, "X-ClickHouse-Key": account.password },
    });
    expect([outer.status, await outer.text()]).toEqual([400, expect.stringContaining("External tables")]);
    expect((await ask(account, `SELECT '${"x".repeat(1_100_000)}'`)).status).toBe(413);
  },
);

test(
  "what was deleted shows in no query from then on, and what was written shows soon",
  { timeout: 120_000 },
  async () => {
    await inSource("INSERT INTO hoplog.links SELECT generateUUIDv4(), number FROM numbers(5)");
    await expect.poll(async () => (await ask(analyst, count)).text).toBe("65\t7");
    await inSource(`DELETE FROM hoplog.links WHERE owner_id = '${two}'`);
    expect((await ask(analyst, count)).text).toBe("25\t6");
    // The previous engine and its copy are removed after the engine's last query.
    await expect
      .poll(() => [pids.size, readdirSync(join(folder, "clickhouse", "analysts", "copies")).length], late)
      .toEqual([1, 1]);
    expect(
      readdirSync(join(folder, "clickhouse", "data", "shadow")).filter((name) => name.startsWith("analysts")),
    ).toEqual([]);
  },
);

/** Timeout for a busy machine, which starts an engine late. */
const late = { timeout: 60_000, interval: 20 };
const slow = "SELECT count() FROM numbers(400000000) WHERE SHA512(toString(number)) = 'x'";
const shown = async (user: string) =>
  (await ask(service, `SELECT query_id FROM system.processes WHERE user = '${user}'`)).text;

test(
  "a query ends with its client, at the service's word, and when its account is let in no more",
  { timeout: 120_000 },
  async () => {
    const leaving = new AbortController();
    const left = ask(account, slow, "", { signal: leaving.signal }).catch(() => undefined);
    await expect.poll(() => shown(account.user), late).not.toBe("");
    leaving.abort();
    await left;
    await expect.poll(() => shown(account.user), late).toBe("");

    const killed = ask(account, slow, "query_id=mine");
    await expect.poll(() => shown(account.user), late).toBe("mine");
    expect((await ask(other, "SELECT 1", "query_id=mine")).text).toContain("QUERY_WITH_SAME_ID_IS_ALREADY_RUNNING");
    await ask(service, "KILL QUERY WHERE query_id = 'mine' ASYNC");
    expect((await killed).text).toContain("QUERY_WAS_CANCELLED");

    const ended = ask(account, slow);
    await expect.poll(() => shown(account.user), late).not.toBe("");
    letIn(other);
    expect((await ended).text).toContain("QUERY_WAS_CANCELLED");
    expect((await ask(account, "SELECT 1")).status).toBe(403);
    expect((await ask(other, "SELECT 1")).text).toBe("1");
    letIn(account, other);
    expect((await ask(account, "SELECT 1")).text).toBe("1");
  },
);

/** Sends a query but does not read the response. */
async function askWithoutReading(login: Login, sql: string, query: string) {
  const socket = connect({ port, host: "127.0.0.1" });
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.pause();
  socket.write(
    `POST /?${query} HTTP/1.1\r\nHost: x\r\nX-ClickHouse-User: ${login.user}\r\nX-ClickHouse-Key: ${login.password}\r\n` +
      `Content-Length: ${sql.length}\r\n\r\n${sql}`,
  );
  return socket;
}

/** The response is larger than the buffers of all sockets on its way. */
const large = "SELECT repeat('x', 1000) FROM numbers(60000)";

test(
  "a client that doesn't read its answer loses it, and neither its engine nor others wait for that",
  { timeout: 120_000 },
  async () => {
    const warnings: Error[] = [];
    const warned = (warning: Error) => warnings.push(warning);
    process.on("warning", warned);
    expect((await ask(account, large)).text.length).toBe(60_060_000 - 1);
    for (const query of ["max_execution_time=2", "max_execution_time=2&wait_end_of_query=1"]) {
      await ask(account, "SELECT 1");
      const socket = await askWithoutReading(account, large, query);
      await expect.poll(() => engines.running().some(({ flights }) => flights.size > 0), late).toBe(true);
      // The account can run a query again: its only place is free.
      expect((await ask(account, "SELECT 1", "max_execution_time=20")).text).toBe("1");
      socket.destroy();
    }
    expect(said).toEqual([]);
    process.off("warning", warned);
    expect(warnings).toEqual([]);
  },
);

test(
  "a query with many headers in its answer is asked once, and one that nobody waits for is ended",
  { timeout: 120_000 },
  async () => {
    const sql = "SELECT count() FROM numbers(30000000) WHERE SHA512(toString(number)) = 'x'";
    const params = "send_progress_in_http_headers=1&http_headers_progress_interval_ms=1&wait_end_of_query=1";
    const headers = { "X-ClickHouse-User": account.user, "X-ClickHouse-Key": account.password };
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = send({ port, method: "POST", path: `/?${params}`, headers, maxHeaderSize: 4_000_000 }, resolve);
      sent.on("error", reject).end(sql);
    });
    expect(response.statusCode).toBe(200);
    expect(response.rawHeaders.join("").length).toBeGreaterThan(16_384);
    expect((await response.toArray()).join("").trim()).toBe("0");

    const newest = `http://127.0.0.1:${engines.running().at(-1)?.port}`;
    const untracked = createQueryEngine(newest, account.user, account.password, 30_000)(slow);
    const outcome = untracked.catch((error: unknown) => error);
    await expect.poll(() => shown(account.user), late).not.toBe("");
    // The query was killed, because the gateway has no client for it, or ended together with its replaced engine.
    expect(await outcome).toMatchObject({
      message: expect.stringMatching(/QUERY_WAS_CANCELLED|fetch failed/),
    });
    await expect.poll(() => shown(account.user), late).toBe("");
  },
);

test("who is not let in is refused before the body has come", { timeout: 60_000 }, async () => {
  const socket = connect({ port, host: "127.0.0.1" });
  await once(socket, "connect");
  socket.write("POST / HTTP/1.1\r\nHost: x\r\nX-ClickHouse-User: nobody\r\nContent-Length: 900000\r\n\r\nSELECT");
  const answer = (await socket.setEncoding("utf8").toArray()).join("");
  expect(answer).toContain("HTTP/1.1 403");
  expect(answer.toLowerCase()).toContain("connection: close");
});

test("queries that wait for the same start use the same engine", { timeout: 120_000 }, async () => {
  const copies = () => readdirSync(join(folder, "clickhouse", "analysts", "copies")).length;
  const isAloneAndFresh = async () => {
    await ask(account, "SELECT 1");
    const [engine] = engines.running();
    return copies() === 1 && engine !== undefined && performance.now() - engine.copiedAt < 2500;
  };
  await expect.poll(isAloneAndFresh, late).toBe(true);
  const before = startedIds.length;
  letIn(other, account);
  const first = ask(account, "SELECT 1");
  // From this moment on, the next query can't know whether the copy was begun before its start.
  await expect.poll(copies, late).toBe(2);
  const second = ask(other, "SELECT 1");
  expect([(await first).text, (await second).text]).toEqual(["1", "1"]);
  expect(startedIds.length - before).toBe(1);
});

test("a copy that fails leaves nothing behind", { timeout: 60_000 }, async () => {
  const freezing: Promise<string>[] = [];
  const freeze = async (sql: string): Promise<string> => {
    if (sql.includes(".clicks ")) throw new Error("refused");
    await inSource("SELECT sleep(0.3)");
    return inSource(sql);
  };
  const slowly = async (sql: string) => {
    if (!sql.includes("FREEZE")) return inSource(sql);
    freezing.push(freeze(sql));
    return freezing.at(-1) ?? "";
  };
  const data = join(folder, "clickhouse", "data");
  const to = join(folder, "failed");
  await expect(copyTables({ ask: slowly, database: "hoplog", data }, "failed", to)).rejects.toThrow("refused");
  expect(readdirSync(join(data, "shadow")).filter((name) => name.startsWith("analysts"))).toEqual([]);
  await Promise.allSettled(freezing);
  expect(readdirSync(join(data, "shadow")).filter((name) => name.startsWith("analysts"))).toEqual([]);
});

test(
  "an engine whose process dies is started by the next query, and what it was asked is asked again",
  { timeout: 120_000 },
  async () => {
    const running = ask(account, unstoppable(1), "max_execution_time=60");
    await expect.poll(() => shown(account.user), late).not.toBe("");
    for (const pid of pids.values()) signal(pid, "SIGKILL");
    expect(await running).toEqual({ status: 200, text: "0" });
    expect(said.join()).toContain("ended unexpectedly");
  },
);

test(
  "a query that can't be stopped ends with its engine, and those of others are answered all the while",
  { timeout: 180_000 },
  async () => {
    const over = new AbortController();
    const hostile = ask(account, unstoppable(1000), "max_execution_time=1").finally(() => over.abort());
    await expect.poll(() => shown(account.user), late).not.toBe("");
    const before = [...pids.values()];
    const answers: string[] = [];
    while (!over.signal.aborted)
      answers.push(
        (await ask(other, "SELECT count() FROM numbers(3000000) WHERE SHA512(toString(number)) = 'x'")).text,
      );
    const { status, text } = await hostile;
    expect([status, text]).toEqual([408, expect.stringContaining("could not be stopped")]);
    expect(new Set(answers)).toEqual(new Set(["0"]));
    expect(said.join()).toContain(`a query of ${account.user} exceeded its time limit`);
    expect(before.some((pid) => !isAlive(pid))).toBe(true);
    // The account may run queries again.
    expect((await ask(account, "SELECT 1")).text).toBe("1");
  },
);

test("the metrics count queries by result and engines that had to be replaced", async () => {
  const lines = (await registry.metrics()).split("\n").map((line) => line.split(" "));
  const figure = (series: string) => Number(lines.find(([name]) => name === series)?.[1]);
  for (const result of ["answered", "failed", "refused", "left", "outlived"])
    expect(figure(`hoplog_analysts_queries_total{result="${result}"}`), result).toBeGreaterThan(0);
  for (const reason of ["outlived", "crashed"])
    expect(figure(`hoplog_analysts_engine_failures_total{reason="${reason}"}`), reason).toBeGreaterThan(0);
  expect(figure("hoplog_analysts_queries_waiting")).toBe(0);
  expect(figure("hoplog_analysts_engines")).toBe(engines.running().length);
  expect(figure("hoplog_analysts_copy_age_seconds")).toBeLessThan(200);
});

test("nothing of the copies is left when it stops", async () => {
  await gateway.stop();
  expect(pids.size).toBe(0);
  await expect.poll(() => readdirSync(join(folder, "clickhouse", "analysts", "copies"))).toEqual([]);
  expect(existsSync(join(folder, "clickhouse", "data", "store"))).toBe(true);
});
