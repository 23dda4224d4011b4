import { Readable } from "node:stream";
import { createClickHouse } from "@hoplog/platform/clickhouse/createClickHouse.js";
import { clickHouseState } from "@hoplog/platform/clickhouse/health.js";
import { measureAddresses } from "@hoplog/platform/clickhouse/metrics.js";
import { healthReport } from "@hoplog/platform/metrics/health.js";
import { createRegistry } from "@hoplog/platform/metrics/registry.js";
import { expect, onTestFinished, test } from "vitest";
import { openEngine } from "./openEngine.ts";

// Two independent engines that share no data. These tests cover where requests are sent, but not replication.

const table =
  "CREATE TABLE visits (n UInt32) ENGINE = MergeTree ORDER BY n SETTINGS non_replicated_deduplication_window = 100";

async function openTwo() {
  const [one, two] = await Promise.all([openEngine(), openEngine()]);
  await Promise.all([one.command(table), two.command(table)]);
  return { one, two, client: clientOf(one.url, two.url) };
}

function clientOf(clickHouseUrl: string, ...otherUrls: string[]) {
  const client = createClickHouse({ clickHouseUrl, otherUrls, database: "hoplog", application: "test" });
  onTestFinished(() => client.close());
  const put = (n: number, token?: string) =>
    client.insert({
      table: "visits",
      values: [{ n }],
      format: "JSONEachRow",
      ...(token !== undefined && { clickhouse_settings: { insert_deduplication_token: token } }),
    });
  /** Inserts like ingest: the block is a stream, which can be read only once. */
  const putStream = async (n: number, token: string) => {
    const { stream } = await client.exec({
      query: "INSERT INTO visits FORMAT TabSeparated",
      values: Readable.from([Buffer.from(`${n}\n`)], { objectMode: false }),
      clickhouse_settings: { insert_deduplication_token: token },
    });
    await stream.toArray();
  };
  const rows = async (query = "SELECT n FROM visits ORDER BY n") =>
    (await client.query({ query, format: "JSONCompactEachRow" })).json();
  const health = async () => {
    const report = await healthReport({ clickhouse: () => clickHouseState(client) });
    return [report.healthy, report.parts["clickhouse"]];
  };
  return { ...client, put, putStream, rows, health };
}

const count = "SELECT n FROM visits ORDER BY n";

test("with one stopped, inserts and questions go on at the other, and health says which", async () => {
  const { one, two, client } = await openTwo();
  await client.put(1, "a");
  expect(await client.health()).toEqual([true, `ok, at ${one.name}`]);
  await one.stop();
  await client.put(2, "b");
  expect(await client.rows()).toEqual([[2]]);
  expect(await two.rows(count)).toEqual([[2]]);
  const [healthy, state] = await client.health();
  expect(healthy).toBe(true);
  expect(state).toMatch(new RegExp(`^ok, at ${two.name}; ${one.name}: .*ECONNREFUSED`));
  expect(client.addresses?.failovers()).toBe(1);

  const registry = createRegistry("test");
  measureAddresses(client, { clickHouseUrl: one.url }, registry);
  const text = await registry.metrics();
  expect(text).toContain(`hoplog_clickhouse_address_up{address="${one.name}",service="test"} 0`);
  expect(text).toContain(`hoplog_clickhouse_address_up{address="${two.name}",service="test"} 1`);
  expect(text).toContain(`hoplog_clickhouse_address_in_use{address="${one.name}",service="test"} 0`);
  expect(text).toContain(`hoplog_clickhouse_address_in_use{address="${two.name}",service="test"} 1`);
  expect(text).toContain(`hoplog_clickhouse_failovers_total{service="test"} 1`);
  // The counter does not grow with each scrape.
  expect(await registry.metrics()).toContain(`hoplog_clickhouse_failovers_total{service="test"} 1`);
});

test("what may have been done fails once, and its repetition goes to the other", async () => {
  const { one, two, client } = await openTwo();
  await one.stop();
  await expect(client.putStream(1, "a")).rejects.toThrow(/ECONNRE(FUSED|SET)/);
  await client.putStream(1, "a");
  await client.putStream(1, "a");
  // The repeated insert reaches the same server, which recognises its token.
  expect(await two.rows(count)).toEqual([[1]]);
});

test("a statement or an insert without a token is never sent to both", async () => {
  const { one, two, client } = await openTwo();
  await one.stop();
  await expect(client.put(1)).rejects.toThrow(/ECONNRE(FUSED|SET)/);
  expect(await two.rows(count)).toEqual([]);
  await client.put(2);
  await two.stop();
  await expect(client.command({ query: "TRUNCATE TABLE visits" })).rejects.toThrow(/ECONNRE(FUSED|SET)/);
});

test("one that is frozen is left after seconds, in the middle of a question too, and taken again when the other is away", async () => {
  const { one, two, client } = await openTwo();
  await client.put(1, "a");
  one.freeze();
  onTestFinished(() => one.thaw());
  const startedAt = performance.now();
  expect(await Promise.all([client.rows(), client.rows()])).toEqual([[], []]);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  // From now on requests skip the frozen server.
  const again = performance.now();
  await client.put(2, "b");
  expect(performance.now() - again).toBeLessThan(1000);
  const [, state] = await client.health();
  expect(state).toMatch(new RegExp(`^ok, at ${two.name}; ${one.name}: `));
  one.thaw();
  await two.stop();
  expect(await client.rows()).toEqual([[1]]);
});

test("a slow answer is waited for", async () => {
  const { client } = await openTwo();
  const slow = "SELECT sleepEachRow(1) FROM numbers(4) SETTINGS max_block_size = 1";
  expect(await client.rows(slow)).toHaveLength(4);
  expect(client.addresses?.failovers()).toBe(0);
});

test("an answer that breaks off in its middle is an error, and the next question goes to the other", async () => {
  const { one, two, client } = await openTwo();
  const answer = await client.query({
    query: "SELECT number, sleepEachRow(0.01) FROM numbers(100000) SETTINGS max_block_size = 10",
    format: "JSONCompactEachRow",
  });
  const reading = (async () => {
    let rows = 0;
    for await (const some of answer.stream()) {
      rows += some.length;
      await one.stop();
    }
    return rows;
  })();
  await expect(reading).rejects.toThrow();
  expect(await client.rows("SELECT 1")).toEqual([[1]]);
  expect(client.addresses?.failovers()).toBe(1);
  await two.stop();
});

test("a table that can't be written just now sends inserts to the other", async () => {
  const [one, two] = await Promise.all([openEngine(), openEngine()]);
  // The table is attached without Keeper, like the table of a server that has lost Keeper: it is read-only.
  await one.command(
    "ATTACH TABLE visits UUID '11111111-1111-4111-8111-111111111111' (n UInt32) ENGINE = ReplicatedMergeTree('/visits', 'one') ORDER BY n",
  );
  await two.command(table);
  const client = clientOf(one.url, two.url);
  await client.put(1, "a");
  expect(await two.rows(count)).toEqual([[1]]);
});

test("a refused question is not asked elsewhere", async () => {
  const { client } = await openTwo();
  await expect(client.rows("SELECT nonsense")).rejects.toThrow(/nonsense/);
  expect(client.addresses?.failovers()).toBe(0);
});

test("wrong addresses are named, with what is wrong and without passwords", async () => {
  const one = await openEngine();
  const port = new URL(one.url).port;
  const wrongLogin = `http://hoplog:secret@127.0.0.1:${port}`;
  const started = await openEngine();
  const beside = clientOf(
    one.url,
    "http://hoplog:secret@127.0.0.1:1",
    "http://nowhere.invalid:8123",
    started.url.replace(":x@", ":secret@"),
  );
  expect(await beside.rows("SELECT 1")).toEqual([[1]]);
  const [healthy, state] = await beside.health();
  expect(healthy).toBe(true);
  expect(state).toMatch(
    new RegExp(
      `^ok, at ${one.name}; http://127.0.0.1:1: .*ECONNREFUSED.*; http://nowhere.invalid:8123: .*nowhere.invalid; ${started.name}: .*[Aa]uthentication`,
    ),
  );
  expect(state).not.toContain("secret");

  const nowhere = clientOf("http://hoplog:secret@127.0.0.1:1", "http://hoplog:secret@127.0.0.1:2");
  const question = nowhere.rows();
  await expect(question).rejects.toThrow(
    /^ClickHouse does not respond at any of the addresses in CLICKHOUSE_URL: http:\/\/127.0.0.1:1 \(.*ECONNREFUSED.*\), http:\/\/127.0.0.1:2 \(.*ECONNREFUSED.*\)$/,
  );
  await expect(question).rejects.toMatchObject({ code: "ECONNREFUSED" });
  expect(await nowhere.health()).toEqual([false, expect.stringMatching(/any of the addresses/)]);
  await expect(clientOf(wrongLogin, "http://127.0.0.1:1").rows()).rejects.toThrow(/Authentication failed/);
});
