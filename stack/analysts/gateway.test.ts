import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ClickHouseEngine, startClickHouse } from "../engines/clickhouse/clickhouse.ts";
import { isAlive, signal } from "../processes/inspect.ts";
import { freePort } from "../processes/ports.ts";
import { askAs } from "./ask.ts";
import { type Engines, openEngines } from "./engines.ts";
import { type Gateway, openGateway } from "./gateway.ts";

const service = { user: "hoplog", password: "of the service" };
const analyst = { user: "analyst", password: "of the analyst" };
const [one, two] = ["01900000-0000-7000-8000-000000000001", "01900000-0000-7000-8000-000000000002"];
const account = { user: `account_${one}`, password: "of account one" };
const other = { user: `account_${two}`, password: "of account two" };
/** Calls of one function on one block, of which each takes about a second: ClickHouse can't end them. */
const unstoppable = (calls: number) =>
  `SELECT count() FROM numbers(${calls}) WHERE match(concat(repeat('a', 100000), toString(number)), '(a?){1000}a{1000}b')`;
const tables = ["clicks", "link_quarter", "link_day", "links", "link_groups", "imported_visits", "conversions"];
const views = ["clicks", "links", "groups", "daily", "imported_visits", "conversions"];

let folder: string;
let source: ClickHouseEngine;
let engines: Engines;
let gateway: Gateway;
let port: number;
const said: string[] = [];
const pids = new Map<string, number>();

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

const inSource = (sql: string) => askAs(source.address, source.user, source.password)(sql);
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
    // Whatever else a busy machine does.
    nice: 0,
    onLog: () => undefined,
    onStart: (id, pid) => pids.set(id, pid),
    onEnd: (id) => pids.delete(id),
    say: (text) => said.push(text),
  });
  gateway = await openGateway({ port, engines, serviceUser: service.user, processors: 2 });
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
  expect((await ask(analyst, "SELECT 1")).text).toContain("views are not made yet");
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
    // Of an account's own user the header says nothing.
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
    await expect.poll(async () => (await ask(analyst, count)).text, { timeout: 60_000 }).toBe("65\t7");
    await inSource(`DELETE FROM hoplog.links WHERE owner_id = '${two}'`);
    expect((await ask(analyst, count)).text).toBe("25\t6");
    // The engine before, and its copy, go with its last query.
    await expect
      .poll(() => [pids.size, readdirSync(join(folder, "clickhouse", "analysts", "copies")).length], late)
      .toEqual([1, 1]);
    expect(
      readdirSync(join(folder, "clickhouse", "data", "shadow")).filter((name) => name.startsWith("analysts")),
    ).toEqual([]);
  },
);

/** A busy machine starts an engine late. */
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

test(
  "an engine whose process dies is started by the next query, and what it was asked is asked again",
  { timeout: 120_000 },
  async () => {
    const running = ask(account, unstoppable(1), "max_execution_time=60");
    await expect.poll(() => shown(account.user), late).not.toBe("");
    for (const pid of pids.values()) signal(pid, "SIGKILL");
    expect(await running).toEqual({ status: 200, text: "0" });
    expect(said.join()).toContain("ended by itself");
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
    expect(said.join()).toContain("outlived its limit");
    expect(before.some((pid) => !isAlive(pid))).toBe(true);
    // Its account may ask again.
    expect((await ask(account, "SELECT 1")).text).toBe("1");
  },
);

test("nothing of the copies is left when it stops", async () => {
  await gateway.stop();
  expect(pids.size).toBe(0);
  await expect.poll(() => readdirSync(join(folder, "clickhouse", "analysts", "copies"))).toEqual([]);
  expect(existsSync(join(folder, "clickhouse", "data", "store"))).toBe(true);
});
